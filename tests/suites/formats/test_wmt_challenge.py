"""Challenge sets for metrics: their files side by side, and what metrics return."""

import pytest

from challenge_sets_suites.formats.wmt_challenge import WmtChallenge
from challenge_sets_suites.pair_scores import read_scores
from challenge_sets_suites.tables.items import ITEMS, Item, Suite
from challenge_sets_suites.tables.judgments import JUDGMENTS
from extractors.__main__ import main
from extractors.core.errors import InputError
from extractors.formats import tables
from tests.builders import pairs
from tests.builders.test_sets import lines, write

FILES = {
    "src": ["The owl sleeps.", "The owl sleeps.", "It flies."],
    "hyp-1": ["Die Eule schläft.", "Die Eule schläft.", "Sie fliegt."],
    "hyp-2": ["Die Eule schlafen.", "Das Eule schläft.", "Sie flog."],
    "meta": ["verb\tdoc-1", "noun\tdoc-1", "verb\tdoc-2"],
}


def put(folder, suffix="txt", **files):
    for kind, texts in {**FILES, **files}.items():
        write(folder / f"owls.en-de.{kind}.{suffix if kind == 'meta' else 'txt'}", lines(texts))
    return folder / "owls.en-de.src.txt"


def table(rows):
    heading = "doc_id\tsegment_id\tsource_lang\ttarget_lang\tset_id\tsystem_id\tdomain_name\tmethod\toverall"
    return lines(
        [heading, *(f"d\t{segment}\ten\tde\tchallenge_owls\t{name}\tx\tNaN\t{s}" for segment, name, s in rows)]
    )


def test_lines_of_one_document_are_known_by_their_numbers(tmp_path):
    suite = WmtChallenge().read(put(tmp_path))
    assert [(item.item, item.origin, item.phenomenon, item.sentence) for item in suite.items] == [
        ("1", "doc-1", "verb", 0),
        ("2", "doc-1", "noun", 0),
        ("3", "doc-2", "verb", 1),
    ]
    assert (suite.source_language, suite.target_language) == ("en", "de")


@pytest.mark.parametrize("header", ["domain\tdoc_id", "domain-category doc_id"])
def test_the_meta_file_may_be_a_table_with_a_header_and_the_hyphen_may_lack(tmp_path, header):
    path = put(tmp_path, "tsv", meta=[header, *FILES["meta"]])
    (tmp_path / "owls.en-de.hyp-1.txt").rename(tmp_path / "owls.en-de.hyp1.txt")
    assert [item.phenomenon for item in WmtChallenge().read(path).items] == ["verb", "noun", "verb"]


@pytest.mark.parametrize(
    ("files", "match"),
    [
        ({"hyp-2": ["one"]}, "3 lines, but owls.en-de.hyp-2.txt has 1"),
        ({"meta": ["verb\td"]}, "3 lines, but owls.en-de.meta.txt has 1"),
        ({"meta": ["verb"] * 3}, "'verb' is not a domain, a tab and a document"),
        ({"hyp-3": FILES["src"]}, "more than two hypotheses"),
        ({"ref": ["one"]}, "3 lines, but owls.en-de.ref.txt has 1"),
    ],
)
def test_files_that_do_not_fit_are_refused(tmp_path, files, match):
    with pytest.raises(InputError, match=match) as caught:
        WmtChallenge().read(put(tmp_path, **files))
    assert caught.value.remedy


def test_references_of_their_own_are_kept_and_none_stay_none(tmp_path):
    path = put(tmp_path / "a", ref=["r1", "r2", "r3"])
    WmtChallenge().write(WmtChallenge().read(path), tmp_path / "b/owls.en-de.src.txt")
    assert (tmp_path / "b/owls.en-de.ref.txt").read_text() == "r1\nr2\nr3\n"
    WmtChallenge().write(WmtChallenge().read(put(tmp_path / "c")), tmp_path / "d/owls.en-de.src.txt")
    assert not (tmp_path / "d/owls.en-de.ref.txt").exists()


def test_what_the_format_cannot_hold_is_refused(tmp_path):
    item = Item(item="1", sentence=0, source="a\nb", phenomenon="p", reference="r", contrastive="c")
    suite = Suite(items=[item], source_language="en", target_language="de", judge="contrastive")
    with pytest.raises(InputError, match="line break or a tab"):
        WmtChallenge().write(suite, tmp_path / "owls.en-de.src.txt")
    with pytest.raises(InputError, match=r"is not NAME.SOURCE-TARGET.src.txt"):
        WmtChallenge().write(suite, tmp_path / "my.owls.en-de.src.txt")


def test_pairs_of_another_format_are_written_and_read(tmp_path):
    (tmp_path / "pairs.json").write_text(pairs.lingeval97_text(), encoding="utf-8")
    languages = ["--format-option", "source_language=en", "--format-option", "target_language=de"]
    written = str(tmp_path / "owls.en-de.src.txt")
    read = ["suite", "items", str(tmp_path / "pairs.json"), "--format", "lingeval97", *languages]
    assert main([*read, "--as", "wmt_challenge", "-o", written]) == 0
    assert main([*read, "-o", str(tmp_path / "a.parquet")]) == 0
    assert main(["suite", "items", written, "--format", "wmt_challenge", "-o", str(tmp_path / "b.parquet")]) == 0
    before, after = (tables.read(ITEMS, tmp_path / name).to_pylist() for name in ("a.parquet", "b.parquet"))
    for name in ("item", "source", "phenomenon", "reference", "contrastive"):
        assert [row[name] for row in after] == [row[name] for row in before]
    assert (tmp_path / "owls.en-de.ref.txt").read_text() == (tmp_path / "owls.en-de.hyp-1.txt").read_text()


def test_metrics_are_judged_by_what_they_return(tmp_path):
    path = put(tmp_path)
    rows = [(2, "hyp-2", 5), (1, "hyp-1", -1), (1, "hyp-2", -2), (2, "hyp-1", 5), (3, "hyp-1", 0), (3, "hyp-2", 1)]
    write(tmp_path / "returned/Owl.tsv", table(rows))
    assert read_scores(tmp_path / "returned/Owl.tsv") == [-1, -2, 5, 5, 0, 1]
    judge = ["suite", "judge", str(path), "--format", "wmt_challenge", "--option", "maximize=true"]
    assert main([*judge, "--systems", str(tmp_path / "returned"), "-o", str(tmp_path / "j.csv")]) == 0
    verdicts = tables.read(JUDGMENTS, tmp_path / "j.csv").to_pylist()
    assert [(row["system"], row["item"], row["verdict"]) for row in verdicts] == [
        ("Owl", "1", "right"),
        ("Owl", "2", "wrong"),
        ("Owl", "3", "wrong"),
    ]


@pytest.mark.parametrize(
    ("rows", "match", "line"),
    [
        ([(1, "hyp-1", 1), (1, "hyp-1", 2)], "or there already", 3),
        ([(1, "hyp-3", 1)], "are none of a pair", 2),
        ([(1, "hyp-1", "NaN")], "expected a score, got 'NaN'", 2),
        ([(1, "hyp-1", 1)], "no score of", None),
        ([(1, "hyp-1", 1), (2, "hyp-2", 1)], "no score of", None),
    ],
)
def test_what_comes_back_in_part_is_refused(tmp_path, rows, match, line):
    path = write(tmp_path / "Owl.tsv", table(rows))
    with pytest.raises(InputError, match=match) as caught:
        read_scores(path)
    assert caught.value.line == line
    assert caught.value.remedy
