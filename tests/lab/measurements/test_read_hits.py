"""Read hits: draws, judgments and their counts; docs/lab/read-hits.md quotes the file of judgments."""

import argparse
import csv
import importlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_suites.sheets import COLUMNS
from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.core.languages import language_name
from extractors.phenomena import detection
from tests import ROOT

read_hits: Any = importlib.import_module("lab.measurements.read_hits")
TREES = ROOT / "tests/data/narrowed_requests.conllu"


def hit(segment: int = 0, phenomenon: str = "negation", **other: Any) -> Any:
    columns: dict[str, Any] = dict.fromkeys(read_hits.COLUMNS, "") | {
        "corpus": "made-up",
        "segment": segment,
        "phenomenon": phenomenon,
        "head": 1,
        "dependent": 2,
        "confidence": "0.900",
        "parser": "p",
        "drawn": "now",
        "found": "now",
    }
    return read_hits.ReadHit(**columns | other)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "lab/measurements/read-hits").glob("*.tsv")), ids=lambda path: path.stem
)
def test_every_hit_of_the_repository_is_judged_and_has_no_sentence(path: Path) -> None:
    hits = read_hits.read(path)
    assert len({h.item for h in hits}) == len(hits)
    assert [h.item for h in hits if not h.judgment] == []
    assert [h.item for h in hits if len(f"{h.head_form} {h.dependent_form}".split()) > 2] == []


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "cs", "ru", "pl", "it", "pt", "nl"])
def test_the_page_has_the_sums_of_the_judgments(language: str) -> None:
    page = read_text(ROOT / "docs/lab/read-hits.md")
    hits = read_hits.read(ROOT / f"lab/measurements/read-hits/{language}.tsv")
    by_phenomenon, by_confidence = read_hits.tables(hits, read_hits.default_phenomena(language), language).split("\n\n")
    of_all = by_phenomenon.splitlines()[-1].removeprefix("| all ").removesuffix("| - | - |")
    assert f"| {language_name(language)} {of_all}" in page
    assert by_confidence in page or language not in {"en", "de"}


def test_the_package_has_the_counts_of_the_judgments() -> None:
    assert read_text(detection.TABLE) == read_hits.package_table()


@pytest.mark.parametrize(
    ("corpora", "name"),
    [
        (["wmt21"], "news of WMT21"),
        (["newstest2013", "wmt21", "wmt21-ref", "wmt24"], "news of WMT13, WMT21 and WMT24"),
        (["wmt24-ref"], "WMT24"),
        (["wmt21-ref", "wesnoth"], "news of WMT21, a game's stories"),
        (["xlwa", "debian"], "manuals of Debian, Wikipedia"),
    ],
)
def test_the_texts_of_hits_have_names(corpora: list[str], name: str) -> None:
    assert read_hits.texts_of([hit(corpus=corpus) for corpus in corpora]) == name


def test_the_package_and_the_tables_count_only_hits_that_no_rule_was_changed_by() -> None:
    (phenomenon,) = (p for p in read_hits.default_phenomena("en") if p.id == "negation")
    now = read_hits.checksum(phenomenon, "en")
    judged = [("right", now, now), ("right", now, now), ("wrong", now, now), ("unsure", now, now), ("", now, now)]
    # What showed what to mend, whether the present rules still find it or not, and what a later parser does not find.
    judged += [("right", "before", now), ("wrong", "before", "before"), ("wrong", now, "")]
    hits = [hit(n, judgment=of, drawn=drawn, found=found) for n, (of, drawn, found) in enumerate(judged)]
    hits[0] = replace(hits[0], confidence="0.490", corpus="newstest2013")
    other = hit(9, judgment="wrong", drawn=now, found=now, parser="q", corpus="wmt21refB")
    rows = read_hits.package_rows(
        [*(replace(h, corpus=h.corpus.replace("made-up", "wmt24")) for h in hits), other], [phenomenon], "en"
    )
    counted = [(row["parser"], row["data"], *list(row.values())[-3:]) for row in rows]
    assert counted == [
        ("p", "news of WMT13 and WMT24", 0.0, 3, 2),
        ("p", "news of WMT13 and WMT24", 0.5, 2, 1),
        ("p", "news of WMT13 and WMT24", 0.95, 0, 0),
        ("q", "news of WMT21", 0.0, 1, 0),
        ("q", "news of WMT21", 0.95, 0, 0),
    ]
    table = read_hits.tables(hits, [phenomenon], "en")
    assert "| `negation` | 2 | 1 | 1 | 67 (21-94) |" in table
    assert " | 1 / 1 | 93 |" in table


@given(st.lists(st.sampled_from("abc"), max_size=60), st.integers(1, 10), st.integers(0, 99))
def test_draws_of_a_phenomenon_do_not_depend_on_the_others(names: list[str], number: int, seed: int) -> None:
    hits = [hit(place, name) for place, name in enumerate(names)]
    drawn = read_hits.sample(hits, number, seed)
    for name in set(names):
        alone = [h for h in hits if h.phenomenon == name]
        of_it = [h for h in drawn if h.phenomenon == name]
        assert of_it == read_hits.sample(alone, number, seed)
        assert len(of_it) == min(number, len(alone))
        assert [h.segment for h in of_it] == sorted({h.segment for h in of_it})


FORMS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1)


@given(FORMS, FORMS, st.integers(0, 10**6))
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, head: str, dependent: str, n: int) -> None:
    path = tmp_path_factory.getbasetemp() / "hits.tsv"
    hits = [hit(n, head_form=head, dependent_form=dependent, judgment="right"), hit(n, judgment="unsure", reason="so")]
    read_hits.write(path, hits)
    assert read_hits.read(path) == hits


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"judgment": "perhaps"}, "the judgment is 'perhaps'"),
        ({"judgment": "wrong", "reason": "bad"}, "its reason 'bad'"),
        ({"segment": "first"}, "a damaged row"),
        ({"head_form": "two\tcells"}, "a damaged row"),
    ],
)
def test_a_damaged_row_is_named(tmp_path: Path, change: dict[str, str], message: str) -> None:
    path = tmp_path / "hits.tsv"
    row = {name: str(getattr(hit(), name)) for name in read_hits.COLUMNS} | change
    path.write_text("\t".join(read_hits.COLUMNS) + "\n" + "\t".join(row.values()) + "\n")
    with pytest.raises(InputError, match=message) as caught:
        read_hits.read(path)
    assert "hits.tsv:2" in str(caught.value).replace(", line ", ":")


def arguments(folder: Path, **other: Any) -> argparse.Namespace:
    given = {
        "language": "en",
        "corpus": [f"own={TREES}"],
        "phenomena": "but_sondern,double_object",
        "number": 9,
        "fill": [],
        "former": None,
        "former_corpus": [],
    }
    return argparse.Namespace(hits=folder / "hits.tsv", sheet=folder / "sheet.csv", seed=1, **{**given, **other})


def filled(folder: Path, answers: dict[str, tuple[str, str]]) -> Path:
    """The sheet with answers, by the form of the head word; the others are right."""
    with (folder / "sheet.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["answer"], row["note"] = answers.get(row["output"].split()[0], ("yes", ""))
    with (folder / "filled.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, [name for name in COLUMNS if name in rows[0]])
        writer.writeheader()
        writer.writerows(rows)
    return folder / "filled.csv"


def test_from_the_draw_to_the_judgments(tmp_path: Path) -> None:
    given = arguments(tmp_path)
    read_hits._draw(given)
    sheet = read_text(given.sheet)
    assert "The soup is [not] only cheap «but» tasty ." in sheet
    assert "not/PART <-advmod- cheap | but/CCONJ <-cc- tasty" in sheet
    assert "soup" not in read_text(given.hits)
    given.sheet = filled(tmp_path, {"made": ("no", "rule: a test"), "not": ("na", "")})
    read_hits._take(given)
    judged = [(h.head_form, h.judgment, h.reason) for h in read_hits.read(given.hits)]
    assert judged == [("not", "unsure", ""), ("not", "unsure", ""), ("made", "wrong", "rule: a test")]
    with pytest.raises(InputError, match="no hit is left to draw"):
        read_hits._draw(given)


def test_further_corpora_fill_what_is_rare(tmp_path: Path) -> None:
    given = arguments(tmp_path, number=1, fill=[f"more={TREES}"])
    read_hits._draw(given)
    given = arguments(tmp_path, number=2, fill=[f"more={TREES}"])
    read_hits._draw(given)
    drawn = [(h.phenomenon, h.corpus) for h in read_hits.read(given.hits)]
    assert drawn[:2] == [("but_sondern", "own"), ("double_object", "own")]
    # Of "own" one hit of the first is left and none of the second: the other corpus gives one and one.
    assert drawn[2:] == [("but_sondern", "own"), ("but_sondern", "more"), ("double_object", "more")]


def test_what_was_judged_of_another_parser_is_drawn_first_and_in_its_share() -> None:
    both, new = [hit(n, head_form=str(n)) for n in range(20)], [hit(n, head_form=str(n)) for n in range(20, 30)]
    judged = [replace(h, judgment="right", parser="q", drawn="then", head=7) for h in both[:5]]
    drawn = read_hits.renewed([*both, *new], [replace(h, parser="q") for h in both], judged, number=9, seed=1)
    of_both = [h for h in drawn if h.segment < 20]
    # Two thirds of the hits are found by both.
    assert (len(of_both), len(drawn)) == (6, 9)
    assert sorted(h.segment for h in drawn if h.judgment == "right") == list(range(5))
    assert {(h.parser, h.drawn, h.head) for h in drawn} == {("p", "now", 1)}


def test_a_wrong_hit_needs_a_reason(tmp_path: Path) -> None:
    given = arguments(tmp_path)
    read_hits._draw(given)
    given.sheet = filled(tmp_path, {"made": ("no", "because")})
    with pytest.raises(InputError, match=r"own/\d+/double_object/2-5 is wrong, and its note 'because'"):
        read_hits._take(given)


def test_an_unknown_phenomenon_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="unknown default phenomenon 'negations'"):
        read_hits._draw(arguments(tmp_path, phenomena="negations"))


def test_a_recheck_marks_what_the_present_rules_find() -> None:
    old = [hit(0, drawn="before", found="before"), hit(1, drawn="before", found="before")]
    checked = read_hits.recheck(old, [hit(1), hit(2)])
    assert checked == [old[0], replace(old[1], found="now")]
    with pytest.raises(InputError, match="in parses of p, these are of q"):
        read_hits.recheck(old, [hit(1, parser="q")])


def test_precision_with_wilsons_interval() -> None:
    hits = [hit(n, judgment="right" if n < 8 else "wrong") for n in range(10)] + [hit(10, judgment="unsure")]
    count = read_hits.Count.of(hits)
    # Agresti and Coull (1998) give 0.490 to 0.943 for 8 of 10.
    assert (count.right, count.wrong, count.unsure, count.percent) == (8, 2, 1, "80 (49-94)")
    assert read_hits.Count.of([hit(judgment="unsure")]).percent == "-"
