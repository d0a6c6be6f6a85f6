import base64
import dataclasses
import gzip
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from extractors.core.errors import InputError
from extractors.report import packing, page
from extractors.report.sections.phenomena import range_text
from extractors.settings.report import ReportSettings
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


@pytest.fixture
def write(monkeypatch, tmp_path):
    """A function that writes a page; the examples and the comparisons of two systems have tests of their own."""
    asked = []

    def examples(folder, *, corpus_name, systems, limit, max_bytes, scores):
        asked.append((folder, corpus_name, systems, limit, max_bytes))
        assert scores.folder == folder
        return packing.packed({"examples": "of others"})

    monkeypatch.setattr(page, "examples_data", examples)
    monkeypatch.setattr(page, "systems_data", lambda *_given, **_named: packing.packed(None))

    def written(results=None, **settings):
        output = tmp_path / "page.html"
        size = page.write(results or toy_results.results(), tmp_path, output, ReportSettings(**settings))
        assert size == output.stat().st_size
        return output.read_text(encoding="utf-8")

    written.asked = asked
    return written


def test_two_pages_are_the_same_bytes(write):
    assert write() == write()


def test_the_page_asks_for_nothing_outside_itself(write):
    elements = Elements(write())
    assert elements.links
    assert all(link.startswith("#") for link in elements.links)


def test_the_policy_allows_the_scripts_of_the_page_and_no_others(write):
    elements = Elements(write())
    policy = next(a["content"] for tag, a in elements.found if a.get("http-equiv") == "Content-Security-Policy")
    allowed = set(re.findall(r"'(sha256-[^']+)'", policy))
    scripts = [text for attributes, text in elements.scripts if "type" not in attributes]
    found = {f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}" for text in scripts}
    assert found == allowed
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]


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
    elements = Elements(write())
    packed = next(text for attributes, text in elements.scripts if attributes.get("id") == "data-report")
    content = json.loads(gzip.decompress(base64.b64decode(packed)))
    scores = content["scores"]
    assert content["systems"] == toy_results.SYSTEMS
    assert len(scores["system"]) == len(scores["difference"]) == len(toy_results.SCORES)
    place = toy_results.SCORES.index(next(row for row in toy_results.SCORES if row["difference"] == -0.04))
    assert scores["difference"][place] == -0.04
    assert content["systems"][scores["system"][place]] == "gamma"


def test_without_scripts_there_is_the_finding_and_the_heat_map(write):
    text = re.sub(r"<script.*?</script>", "", write(), flags=re.DOTALL)
    said = " ".join(re.sub(r"<[^>]+>", " ", text).split())
    assert "Of 6 pairs of a system and a phenomenon with 30 segments or more, 2 are significantly worse" in said
    assert "than their controls of matched length by BLEU" in said
    assert "The largest of these differences: alpha on hard , \u22124.0 BLEU" in said
    assert '<td class="worse shade-4" title="alpha, hard' in text
    assert "Precision of the request, read by hand on gold trees: 19 of 20 hits right (PUD)" in said
    assert said.count("precision / recall / F1 are 57 / 64 / 60 % (74 hits in the gold trees of EWT dev)") == 1
    assert "pattern { A -&gt; B }" in text


def test_a_run_that_finds_nothing_says_so_and_what_it_could_have_found(write):
    rows = [dict(row) | {"p_bh": 0.5} for row in toy_results.SCORES if row["p_bh"] is not None]
    said = " ".join(re.sub(r"<[^>]+>", " ", write(toy_results.results(scores=rows, accuracy=[]))).split())
    assert "0 are significantly worse" in said
    assert "would have found a difference of about 2.5 four times in five" in said
    assert "largest of these differences" not in said


def test_examples_get_the_room_that_is_left(write):
    write(examples=7, megabytes=4)
    _, corpus, systems, limit, room = write.asked[-1]
    assert (corpus, systems, limit) == ("made", toy_results.SYSTEMS, 7)
    assert 1_000_000 < room < 3_000_000


def test_a_page_that_cannot_be_so_small_is_refused(write):
    with pytest.raises(InputError, match=r"a page without any example has \d\.\d million bytes") as refused:
        write(megabytes=0.5)
    assert "report: megabytes" in str(refused.value)


@pytest.mark.parametrize("wrong", [{"examples": 0}, {"megabytes": 0}])
def test_settings_that_make_no_sense_are_refused(wrong):
    with pytest.raises(InputError, match="remedy"):
        ReportSettings(**wrong)


@pytest.mark.parametrize(
    ("kind", "start", "below", "text"),
    [("minimum", 2, None, "\u2265 2"), ("exact", 2, 3, "2"), ("bucket", 2, 5, "2 to 4")],
)
def test_ranges(kind, start, below, text):
    assert range_text({"kind": kind, "distance_from": start, "distance_below": below}) == text
