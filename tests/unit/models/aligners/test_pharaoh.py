import gzip
from pathlib import Path
from typing import Any

import pytest

from extractors.core.errors import InputError
from extractors.models.aligners import Links, Pair
from extractors.models.aligners.pharaoh import Pharaoh

PAIRS: list[Pair] = [(["a", "b", "c"], ["x", "y"]), (["a"], ["x"]), ([], ["x"])]


def pharaoh(path: Path, **options: Any) -> Pharaoh:
    return Pharaoh(source_language="de", target_language="en", model=str(path), **{"tokens": "ours", **options})


def align(path: Path, pairs: list[Pair], **options: Any) -> list[Links]:
    return list(pharaoh(path, **options).align(pairs))


def write(folder: Path, text: str) -> Path:
    path = folder / "links.txt"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("end", ["", "\n"])
def test_links_are_read_sorted_and_once(tmp_path: Path, end: str) -> None:
    path = write(tmp_path, "2-1 0-0\t0-1  2-1\n0-0\n" + end)
    expected = [[(0, 0), (0, 1), (2, 1)], [(0, 0)], []]
    # The file may or may not end its last, empty line.
    assert align(path, PAIRS if end else PAIRS[:2]) == (expected if end else expected[:2])


def test_links_of_the_other_direction_are_turned(tmp_path: Path) -> None:
    assert align(write(tmp_path, "0-2 1-0\n\n\n"), PAIRS, reverse=True) == [[(0, 1), (2, 0)], [], []]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("0-0\n", 2, "number of lines is 1, but the number of segments is 3"),
        ("\n\n\n0-0\n", 4, "number of lines is 4, but the number of segments is 3"),
        ("", 2, "number of lines is 1, but the number of segments is 3"),
        ("0-0\n0:0\n\n", 2, "'0:0' is not a link"),
        ("0p0\n\n\n", 1, "'0p0' is not a link"),
        ("0-0/1\n\n\n", 1, "'0-0/1' is not a link"),
        ("-1-0\n\n\n", 1, "'-1-0' is not a link"),
        ("\u0661-0\n\n\n", 1, "is not a link"),
        ("3-0\n\n\n", 1, "source word 3 of a segment of length 3"),
        ("\n0-1\n\n", 2, "target word 1 of a segment of length 1"),
        ("\n\n0-0\n", 3, "source word 0 of a segment of length 0"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path: Path, text: str, line: int, problem: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        align(path, PAIRS)
    assert problem in caught.value.problem
    assert (caught.value.path, caught.value.line) == (path, line)
    assert caught.value.remedy


def test_signature_changes_with_the_content_and_the_direction(tmp_path: Path) -> None:
    path = write(tmp_path, "0-0\n")
    first = pharaoh(path).signature
    assert first.startswith("pharaoh/links.txt:")
    assert pharaoh(path, reverse=True).signature == first + "/reverse"
    write(tmp_path, "1-0\n")
    assert pharaoh(path).signature != first


SOURCE, TARGET = 'Er sagte: "Ja."', 'He said: "Yes."'
OUR_PAIR: Pair = (["Er", "sagte", ":", '"', "Ja", ".", '"'], ["He", "said", ":", '"', "Yes", ".", '"'])


def of_words(folder: Path, links: str, **options: Any) -> list[Links]:
    aligner = pharaoh(write(folder, links + "\n"), **options)
    return list(aligner.of_reference("A", [SOURCE], [TARGET]).align([OUR_PAIR]))


def test_links_between_blanks_are_led_to_our_tokens_without_their_punctuation(tmp_path: Path) -> None:
    assert of_words(tmp_path, "0-0 1-1 2-2", tokens="whitespace") == [[(0, 0), (1, 1), (4, 4)]]


def test_a_link_beyond_the_words_between_blanks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="source word 3 of a segment of length 3") as caught:
        of_words(tmp_path, "3-0", tokens="whitespace")
    assert caught.value.line == 1


@pytest.mark.parametrize("tokens", [None, "theirs"])
def test_what_the_links_count_must_be_said(tmp_path: Path, tokens: str | None) -> None:
    with pytest.raises(InputError) as caught:
        of_words(tmp_path, "0-0", tokens=tokens)
    assert "tokens: whitespace" in str(caught.value.remedy)


def test_each_reference_has_links_of_its_own(tmp_path: Path) -> None:
    one = pharaoh(write(tmp_path, "0-0\n"))
    one.of_reference("A", ["a"], ["x"])
    with pytest.raises(InputError, match="for two references, A and B"):
        one.of_reference("B", ["a"], ["x"])
    for name, text in (("A", "0-0\n"), ("B", "0-1\n")):
        (tmp_path / f"links.{name}").write_text(text)
    several = pharaoh(tmp_path / "links.{reference}")
    pair: Pair = (["a"], ["x", "y"])
    found = {name: list(several.of_reference(name, ["a"], ["x y"]).align([pair])) for name in "AB"}
    assert found == {"A": [[(0, 0)]], "B": [[(0, 1)]]}


def test_confidences_of_a_file_are_read(tmp_path: Path) -> None:
    aligner = pharaoh(write(tmp_path, "2-1:0.93 0-0 0-1:1 2-1:0.5\n0-0:1e-3\n\n"))
    assert list(aligner.align_with_confidence(PAIRS)) == [
        ([(0, 0), (0, 1), (2, 1)], [None, 1.0, 0.93]),
        ([(0, 0)], [0.001]),
        ([], []),
    ]


@pytest.mark.parametrize("number", ["1.01", "-0.5", "nan", "", "0,9", "inf", "x", "1e5"])
def test_what_is_no_number_from_0_to_1_is_refused(tmp_path: Path, number: str) -> None:
    with pytest.raises(InputError) as caught:
        align(write(tmp_path, f"\n0-0:{number}\n\n"), PAIRS)
    assert caught.value.problem == f"the confidence of the link 0-0:{number} must be a number from 0 to 1"
    assert caught.value.line == 2


def test_a_word_of_several_tokens_of_ours_gives_each_its_confidence(tmp_path: Path) -> None:
    aligner = pharaoh(write(tmp_path, "0-0:0.5 0-1:0.75\n"), tokens="whitespace")
    aligner = aligner.of_reference("A", ["Rock-Pop"], ["rock pop"])
    pair: Pair = (["Rock", "-", "Pop"], ["rock", "pop"])
    ((links, sure),) = aligner.align_with_confidence([pair])
    assert links == [(0, 0), (0, 1), (2, 0), (2, 1)]
    assert sure == [0.5, 0.75, 0.5, 0.75]


@pytest.mark.parametrize("tokens", ["ours", "whitespace"])
@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_shards_and_blocks_have_the_links_of_the_whole(tmp_path: Path, tokens: str, suffix: str) -> None:
    texts = [" ".join("abcdefgh"[: n % 7]) for n in range(100)]
    pairs: list[Pair] = [(text.split(), text.split()) for text in texts]
    links = "".join(" ".join(f"{k}-{k}" for k in range(n % 7 if n % 5 else 0)) + "\n" for n in range(100)).encode()
    path = tmp_path / f"links{suffix}"
    path.write_bytes(gzip.compress(links) if suffix else links)
    whole = list(pharaoh(path, tokens=tokens).of_reference("A", texts, texts).align_with_confidence(pairs))
    for first, last in ((0, 40), (40, 100), (70, 71)):
        here = slice(first, last)
        shard = pharaoh(path, tokens=tokens).of_reference("A", texts[here], texts[here], first=first, total=100)
        found = []
        for before in range(0, last - first, 16):
            found += shard.align_with_confidence(pairs[here][before : before + 16], before=before)
        assert found == whole[here]


def test_a_shard_refuses_a_file_of_another_number_of_lines(tmp_path: Path) -> None:
    shard = pharaoh(write(tmp_path, "0-0\n" * 3))
    shard.of_reference("A", ["a"], ["x"], first=1, total=4)
    with pytest.raises(InputError, match="number of lines is 3, but the number of segments is 4"):
        list(shard.align_with_confidence([(["a"], ["x"])]))


def test_a_bad_link_of_a_shard_has_its_line(tmp_path: Path) -> None:
    shard = pharaoh(write(tmp_path, "0-0\n0-0\n0-1\n0-0\n"))
    shard.of_reference("A", ["a", "a"], ["x", "x"], first=1, total=4)
    with pytest.raises(InputError) as caught:
        list(shard.align_with_confidence([(["a"], ["x"])] * 2))
    assert caught.value.line == 3


def test_a_file_of_a_byte_order_mark_alone_is_one_empty_line(tmp_path: Path) -> None:
    (tmp_path / "l.txt").write_bytes(b"\xef\xbb\xbf")
    with pytest.raises(InputError, match="number of lines"):
        align(tmp_path / "l.txt", [(["a"], ["x"])] * 2)
