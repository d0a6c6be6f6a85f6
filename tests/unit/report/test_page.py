import base64
import dataclasses
import gzip
import hashlib
import html
import json
import random
import re
from html.parser import HTMLParser

import pytest

from extractors.config.output_settings import ReportSettings
from extractors.core.errors import InputError
from extractors.phenomena.chosen_phenomena import Detection
from extractors.report import packing, page
from extractors.report.sections.phenomena import range_text
from tests.builders import toy_results

HOSTILE = "</script><img src=x onerror=alert(1)>\"'&\u202e"


class Elements(HTMLParser):
    """The elements of a page, and the texts of its scripts."""

    def __init__(self, text):
        super().__init__()
        self.found, self.scripts, self.links = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.found.append((tag, attributes))
        self.links += [attributes[name] for name in ("src", "href", "action", "data") if name in attributes]

    def handle_data(self, data):
        if self.cdata_elem == "script":
            self.scripts.append((self.found[-1][1], data))

    def data(self, name):
        """What scripts are given under a name."""
        packed = next(text for attributes, text in self.scripts if attributes.get("id") == f"data-{name}")
        return json.loads(gzip.decompress(base64.b64decode(packed)))

    def assert_closed(self):
        """Nothing is asked for outside, and the policy allows the scripts of the page and no others."""
        assert self.links
        assert all(link.startswith("#") for link in self.links)
        policy = next(a["content"] for _, a in self.found if a.get("http-equiv") == "Content-Security-Policy")
        scripts = [text for attributes, text in self.scripts if "type" not in attributes]
        found = {f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}" for text in scripts}
        assert found == set(re.findall(r"'(sha256-[^']+)'", policy))
        assert "default-src 'none'" in policy
        assert "unsafe-eval" not in policy
        assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]


@pytest.fixture
def write(monkeypatch, tmp_path):
    """A function that writes a page; the examples have tests of their own."""
    asked = []

    def examples(_results, folder, *, limit, max_bytes, scores):
        asked.append((limit, max_bytes))
        assert scores.folder == folder
        return packing.packed({"examples": "of others"})

    monkeypatch.setattr(page, "examples_data", examples)

    def written(results=None, **settings):
        output = tmp_path / "page.html"
        size = page.write(results or toy_results.results(), tmp_path, output, ReportSettings(**settings))
        assert size == output.stat().st_size
        return output.read_text(encoding="utf-8")

    written.asked = asked
    return written


def test_the_page_asks_for_nothing_outside_and_allows_its_own_scripts_alone(write):
    Elements(write()).assert_closed()


def test_the_page_carries_the_notices_of_the_scripts_that_it_holds(write):
    notices = write().partition("<footer>")[2].partition("</footer>")[0]
    for name in ("Vega-Embed", "Vega-Lite", "Redistributions in binary form", "ISC licence"):
        assert name in notices


@pytest.mark.parametrize("script", ["a = '</SCRIPT>'", "<!-- a", "a\r\n"])
def test_a_script_that_would_end_its_element_is_refused(script):
    with pytest.raises(ValueError, match="cannot stand in a page"):
        page.policy([script])


def test_names_and_descriptions_are_text(write):
    plain = Elements(write())
    results = toy_results.results(
        name=HOSTILE,
        systems=[HOSTILE, *toy_results.SYSTEMS],
        metrics={
            "bleu": dataclasses.replace(toy_results.BLEU, label=HOSTILE, signature=HOSTILE),
            "ter": toy_results.TER,
        },
    )
    text = write(results)
    hostile = Elements(text)
    assert [tag for tag, _ in hostile.found].count("img") == 0
    assert HOSTILE not in text
    assert {tag for tag, _ in hostile.found} == {tag for tag, _ in plain.found}


def test_the_numbers_are_in_the_page_and_packed(write):
    content = Elements(write()).data("report")
    rows = content["rows"]
    assert content["systems"] == toy_results.SYSTEMS
    assert len(rows["system"]) == len(rows["difference"]) == len(toy_results.SCORES) + 2
    place = rows["difference"].index(-0.04)
    assert content["names"]["system"][rows["system"][place]] == "gamma"
    assert content["names"]["verdict"][rows["verdict"][place]] == "not tested"


def words(page):
    """The text of a page without its scripts and markup."""
    text = re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split()).replace(" :", ":").replace(" ;", ";")


def test_without_scripts_there_are_the_heat_map_and_the_findings(write):
    text = write()
    said = words(text)
    assert said.index("Scores by challenge set") < said.index("Findings Hard words (40 segments): ")
    assert "Hard words (40 segments): systems score 2.3 BLEU lower than human translations do" in said
    assert "alpha, sentences with easy words: 1.2 BLEU higher than the mean of the systems" in said
    assert "No significant difference from human translations on 1 other phenomenon (BH, p < 0.05)" in said
    claim = "3 systems score 2.3 BLEU lower on segments with hard words than on other sentences of that length; by one"
    assert f"2 compared hard words: On made (German to English), {claim}" in said
    assert "1 not tested rare words: too small: 4 segments" in said
    assert '<td class="worse shade-4 departs" title="alpha, hard words' in text
    assert "Precision of the request in gold trees, judged by a large language model: 19 of 20 hits right (PUD)" in said
    assert said.count("Detection with this run's parser: precision 57 % of 82 hits on treebanks (EWT dev)") == 1
    assert "pattern { A -> B }" in said


def test_the_words_of_the_page(write):
    said = words(write())
    for wording in (
        "p (BH)",
        "in brackets, length-matched sentences",
        "Intervals: 95 %. Each phenomenon is tested once, by BLEU and at a distance that was chosen before",
        "under 30 segments with controls (n)",
        "Intervals of findings account for the selection",
        "Target lemmatizer: none",
        "all segments outside the set, length \u00b11 token",
    ):
        assert wording in said
    assert "<code>controls:100.tol1.rest.seed1</code>" in write()
    for old in ("Lemmas", "nothing to compare", "set minus controls"):
        assert old not in said


def test_phenomena_stand_by_their_effect_and_empty_ones_are_folded_at_the_end(write):
    text = write()
    places = [text.index(f'id="phenomenon-{name}"') for name in ("hard", "easy", "rare", "absent")]
    assert places == sorted(places)
    assert text.index('id="phenomena-empty"') < places[-1]
    assert "1 without a segment" in words(text)


def test_every_part_of_the_page_can_be_skipped_to(write):
    elements = Elements(write())
    skips = [a["href"] for tag, a in elements.found if tag == "a" and a.get("class") == "skip"]
    ids = {a["id"] for _, a in elements.found if "id" in a}
    assert skips[:4] == ["#findings", "#examples", "#phenomena", "#inputs"]
    assert {skip[1:] for skip in skips} <= ids


def test_where_every_phenomenon_has_a_finding_nothing_else_is_said(write):
    kept = {"hard": toy_results.phenomenon("hard")}
    results = toy_results.results(phenomena=kept, scores=toy_results.SCORES[:3])
    assert "<p></p>" not in write(results)


def test_examples_get_the_room_that_is_left(write):
    write(examples=7, megabytes=4)
    limit, room = write.asked[-1]
    assert limit == 7
    assert 1_000_000 < room < 3_000_000


@pytest.mark.parametrize("megabytes", [1.5, 3, 10])
def test_a_page_is_never_larger_than_it_may_be(write, monkeypatch, megabytes):
    # As many examples as have room; random bytes, which no packing makes smaller.
    full = lambda *_, max_bytes, **__: random.Random(5).randbytes(max_bytes)  # noqa: E731
    monkeypatch.setattr(page, "examples_data", full)
    size = len(write(megabytes=megabytes).encode())
    assert 0.99 * megabytes * page.MEGABYTE < size <= megabytes * page.MEGABYTE


@pytest.mark.parametrize("wrong", [{"examples": 0}, {"megabytes": 0}])
def test_settings_that_make_no_sense_are_refused(wrong):
    with pytest.raises(InputError, match="remedy"):
        ReportSettings.of(wrong)


@pytest.mark.parametrize(
    ("kind", "start", "below", "text"),
    [
        ("minimum", 0, None, "any"),
        ("minimum", 2, None, "\u2265 2"),
        ("exact", 2, 3, "2"),
        ("bucket", 2, 3, "2"),
        ("bucket", 2, 5, "2 to 4"),
    ],
)
def test_ranges(kind, start, below, text):
    assert range_text({"kind": kind, "distance_from": start, "distance_below": below}) == text


def test_what_was_not_run_stands_there_with_the_reason_and_what_a_precision_costs(write):
    known = Detection(left_out={"vague": "precision 50 % of 40 hits"}, parser="multilingual:1/p:12")
    text = words(write(toy_results.results(manifest=toy_results.manifest(detection=known))))
    assert "1 not run: this parser finds them too imprecisely vague: precision 50 % of 40 hits Measured with" in text
    assert "A config runs those not run by imprecise: true" in text
    known = Detection(thresholds={"hard": "hard: hits from 0.65"}, parser="p", minimum_precision=0.9)
    text = words(write(toy_results.results(manifest=toy_results.manifest(detection=known))))
    assert "0 not run: a precision of 0.9 is not known of them hard: hits from 0.65" in text
    assert "not run" not in words(write())


def test_of_a_parser_that_was_not_measured_the_page_says_so(write):
    text = words(write(toy_results.results(manifest=toy_results.manifest(detection=Detection()))))
    assert "challenge-sets lab quality --gold TREEBANK" in text
