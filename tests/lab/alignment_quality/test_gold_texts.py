import pytest

from challenge_sets_lab.alignment_quality.gold_texts import read_pairs, read_sides
from extractors.core.errors import InputError


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_both_sides_of_a_line(tmp_path):
    path = write(tmp_path / "t", "a b   ||| x\nc ||| y z \n ||| x\n")
    assert read_pairs(path) == [(["a", "b"], ["x"]), (["c"], ["y", "z"]), ([], ["x"])]


@pytest.mark.parametrize("line", ["a b", "a ||| b ||| c", "a|||b"])
def test_a_line_without_two_sides_is_refused(tmp_path, line):
    with pytest.raises(InputError, match=r"t:2: has \d times \|\|\|"):
        read_pairs(write(tmp_path / "t", f"a ||| b\n{line}\n"))


def test_two_files_plain_and_tagged(tmp_path):
    plain, tagged = tmp_path / "plain", tmp_path / "tagged"
    write(plain, "a b\nc\n")
    write(tagged, "<s snum=0001> x </s>\n<s snum=2> y z </s>\n")
    assert read_sides(plain, tagged) == [(["a", "b"], ["x"]), (["c"], ["y", "z"])]
    with pytest.raises(InputError, match="is not the sentence 2"):
        read_sides(plain, write(tagged, "<s snum=0001> x </s>\n<s snum=3> y z </s>\n"))
    with pytest.raises(InputError, match=r"tagged:2: has 1 sentences, and .*plain has 2"):
        read_sides(plain, write(tagged, "x\n"))
