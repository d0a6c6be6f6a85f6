"""Parses of another text are refused, by one function for all stages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.formats import conllu
from extractors.inputs.parses import check_parse, checked_parts

SOURCE = ["Es regnet.", "", "…", "Zum Glück."]
ROW = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n"


def parse(tokens_by_segment):
    """A parse with these surface tokens; the first word is the root."""
    text = ""
    for segment, tokens in tokens_by_segment.items():
        text += f"# segment_id = {segment}\n"
        text += "".join(ROW.format(n, token, int(n > 1)) for n, token in enumerate(tokens, 1)) + "\n"
    return conllu.parse(text, source="source.conllu.gz")


OF_IT = {0: ["Es", "regnet", "."], 3: ["Zum", "Glück", "."]}


def test_a_parse_of_the_text_is_accepted():
    check_parse(parse(OF_IT), SOURCE)
    check_parse(parse({**OF_IT, 3: ["Zum", "Gl", "ück."]}), SOURCE)


def test_a_multiword_token_counts_as_it_is_written():
    bank = conllu.parse(
        "# segment_id = 0\n1-2\tZum" + "\t_" * 8 + "\n" + ROW.format(1, "Zu", 0) + ROW.format(2, "dem", 1) + "\n"
    )
    check_parse(bank, ["Zum"])


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (
            {**OF_IT, 0: ["Es", "schneit", "."]},
            "segment 0 has other words in the parse than in the corpus: 'Es schneit .', but the text is 'Es regnet.'",
        ),
        ({**OF_IT, 3: ["Zum", "Glück"]}, "segment 3 has other words in the parse than in the corpus: 'Zum Glück', but"),
        (
            {0: OF_IT[0]},
            "segment 3 has other words in the parse than in the corpus: none, but the text is 'Zum Glück.'",
        ),
        (
            {0: OF_IT[0], 1: ["Nein"], 3: OF_IT[3]},
            "segment 1 has other words in the parse than in the corpus: 'Nein', but",
        ),
        ({**OF_IT, 4: ["Nein"], 7: ["Ja"]}, "the parse has segment 4, but the corpus has only 4 segments"),
    ],
)
def test_a_parse_of_another_text_is_refused_with_file_segment_and_reason(tokens, said):
    with pytest.raises(InputError) as error:
        check_parse(parse(tokens), SOURCE)
    assert str(error.value).startswith("source.conllu.gz: ")
    assert said in str(error.value)
    assert "\n  remedy: give a parse and segments of the same text" in str(error.value)


@given(st.lists(st.text("ab .", max_size=6), min_size=1, max_size=5), st.integers(0, 4))
def test_one_changed_letter_is_found_wherever_it_is(source, place):
    source = [*source, "a b"]
    tokens = {segment: text.split() for segment, text in enumerate(source) if text.split()}
    check_parse(parse(tokens), source)
    place %= len(source)
    source[place] += "c"
    with pytest.raises(InputError, match=f"segment {place} has other words"):
        check_parse(parse(tokens), source)


def test_parts_are_checked_as_the_whole():
    parts = [parse({0: OF_IT[0]}), parse({3: OF_IT[3]})]
    assert list(checked_parts(parts, iter(SOURCE))) == parts
    for source in (["Es schneit."], [*SOURCE[:3], "Zum Pech."], [*SOURCE, "Wort"], [*SOURCE[:1], "a", *SOURCE[2:]]):
        with pytest.raises(InputError, match=r"has other words|only 1 segments"):
            list(checked_parts(parts, iter(source)))
