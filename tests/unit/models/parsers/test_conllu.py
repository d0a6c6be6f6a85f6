"""The CoNLL-U backend: each segment's parses found by their text, and every mismatch refused."""

from collections.abc import Callable
from pathlib import Path

import pytest

from extractors.core.errors import InputError
from extractors.models.parsers.conllu import ConlluParser
from tests.tiny_models.fixtures import DATA

Make = Callable[[str], ConlluParser]


def lines(*words: str) -> str:
    """A sentence; every word hangs on the first, and `zum=zu+dem` is a multiword token."""
    out: list[str] = []
    number = 1
    for word in words:
        form, _, parts = word.partition("=")
        forms = parts.split("+") if parts else [form]
        if parts:
            out.append(f"{number}-{number + len(forms) - 1}\t{form}" + "\t_" * 8)
        for part in forms:
            head, relation = ("0", "root") if number == 1 else ("1", "dep")
            out.append(f"{number}\t{part}\tl\tX\tx\tA=b\t{head}\t{relation}\t_\t_")
            number += 1
    return "\n".join(out) + "\n\n"


@pytest.fixture
def parser(tmp_path: Path) -> Make:
    def make(text: str) -> ConlluParser:
        path = tmp_path / "parses.conllu"
        path.write_text(text, encoding="utf-8")
        return ConlluParser(language="de", model=str(path))

    return make


def texts(parser: ConlluParser, segments: list[str]) -> list[list[str]]:
    return [[sentence.text for sentence in sentences] for sentences in parser.parse(segments)]


def test_sentences_add_up_to_segments(parser: Make) -> None:
    parses = parser(lines("Ja", ".") + lines("Er", "geht", "zum=zu+dem", "Arzt", ".") + lines("Nein"))
    segments = ["", "Ja.  Er geht zum Arzt.", " ", "Nein"]
    assert texts(parses, segments) == [[], ["Ja.", "Er geht zum Arzt."], [], ["Nein"]]
    assert texts(parses, segments) == texts(parses, segments)


def test_columns_stay_as_they_are() -> None:
    path = DATA / "tiny-de.conllu"
    prefix = "# text = "
    content = path.read_text(encoding="utf-8").splitlines()
    segments = [line.removeprefix(prefix) for line in content if line.startswith(prefix)]
    parsed = list(ConlluParser(language="de", model=str(path)).parse(segments))
    expected = [line.split("\t") for line in content if line[:1].isdecimal() and "-" not in line.split("\t")[0]]
    words = [word for (sentence,) in parsed for word in sentence.words]
    assert [[w.form, w.lemma, w.upos, w.xpos, w.feats, str(w.head), w.deprel] for w in words] == [
        columns[1:8] for columns in expected
    ]
    assert [sentence.text for (sentence,) in parsed] == segments
    assert parsed[0][0].multiword[0].form == "zum"


@pytest.mark.parametrize(
    ("words", "segment", "forms"),
    [
        (["a", "b", "c"], "a\u00a0bc", ["a ", "b", "c "]),
        (["10 000", "Euro"], "10 000 Euro", ["10 000 ", "Euro "]),
        (["Die", "Tu\u0308r"], "Die T\u00fcr", ["Die ", "T\u00fcr "]),
        (["Die", "T\u00fcr"], "Die T\u00fcr", ["Die ", "T\u00fcr "]),
    ],
)
def test_the_segment_says_how_forms_are_composed_and_where_white_space_is(
    parser: Make, words: list[str], segment: str, forms: list[str]
) -> None:
    ((sentence,),) = parser(lines(*words)).parse([segment])
    assert [word.form + " " * word.space_after for word in sentence.words] == forms


@pytest.mark.parametrize(
    ("segments", "line", "problem"),
    [
        (["Ja.", "Er ging."], 5, "sentence 2 is 'Ergeht', but the segment goes on with 'Erging.'"),
        (["Er geht"], 2, "sentence 1 is 'Ja.', but the segment goes on with 'Ergeht'"),
        (["Ja."], 5, "sentence 2 is 'Ergeht', and there are no more segments"),
        (["Ja.", "Er geht", "Nein"], 6, "sentence 3 is missing: the segments go on with 'Nein'"),
        (["Ja. Er geht weg"], 6, "sentence 3 is missing: the segments go on with 'weg'"),
        (["Ja. Er"], 5, "sentence 2 is 'Ergeht', but the segment goes on with 'Er'"),
    ],
)
def test_a_mismatch_names_the_line_and_both_texts(parser: Make, segments: list[str], line: int, problem: str) -> None:
    parses = parser("# a comment\n" + lines("Ja", ".") + lines("Er", "geht"))
    with pytest.raises(InputError) as error:
        list(parses.parse(segments))
    assert problem in error.value.problem
    assert error.value.line == line
    assert error.value.remedy


def test_no_file_and_no_conllu_are_refused(parser: Make) -> None:
    with pytest.raises(InputError, match="which the config does not name"):
        ConlluParser(language="de")
    with pytest.raises(InputError, match="not with a word number"):
        parser("1 Ja ja\n")
