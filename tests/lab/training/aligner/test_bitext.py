import gzip
from pathlib import Path

import pytest

from challenge_sets_lab.training.aligner import bitext
from extractors.core.errors import InputError


def test_files_pair_off_and_may_be_of_any_format(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "a.de.gz", "wt", encoding="utf-8") as out:
        out.write("eins\nzwei\n")
    (tmp_path / "a.en").write_text("one\ntwo\n", encoding="utf-8")
    (tmp_path / "b.tsv").write_text("de\ten\ndrei\tthree\n", encoding="utf-8")
    table = tmp_path / "b.tsv"
    texts = bitext.read([tmp_path / "a.de.gz", f"{table}#de"], [tmp_path / "a.en", f"{table}#en"])
    assert texts == [("eins", "one"), ("zwei", "two"), ("drei", "three")]


def test_files_that_do_not_pair_off_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.de").write_text("eins\nzwei\n", encoding="utf-8")
    (tmp_path / "a.en").write_text("one\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"1 segments, but the source .*a\.de has 2") as caught:
        bitext.read([tmp_path / "a.de"], [tmp_path / "a.en"])
    assert caught.value.path == tmp_path / "a.en"
    with pytest.raises(InputError, match="1 source files, but 2 target files"):
        bitext.read([tmp_path / "a.de"], [tmp_path / "a.en"] * 2)


def test_what_teaches_nothing_is_left_out_and_counted() -> None:
    texts = [("Ja.", "Yes."), ("", "No."), ("Ja .", "Yes."), ("a b c d", "x"), ("Ja.", "Yes!")]
    tokenised = bitext.tokenise(texts, source_language="de", target_language="en", longest=3)
    assert tokenised.source == [["Ja", "."], ["Ja", "."]]
    assert tokenised.target == [["Yes", "."], ["Yes", "!"]]
    assert (tokenised.empty, tokenised.long, tokenised.repeated, tokenised.words) == (1, 1, 1, 8)
    with pytest.raises(InputError, match="no pair"):
        bitext.tokenise([("", "")], source_language="de", target_language="en", longest=3)


def test_the_checksum_is_of_the_pairs_in_their_order() -> None:
    sums = {bitext.checksum(texts) for texts in ([("a", "b")], [("ab", "")], [("a", "b")] * 2, [("b", "a")])}
    assert len(sums) == 4
