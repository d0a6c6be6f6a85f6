"""Finding the outputs of items in other people's files."""

import pytest

from challenge_sets_suites.outputs import Sources, find_outputs, found_row, same_outputs
from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import JUDGMENTS, Verdict, judgment
from extractors.core.errors import InputError


def items(*sources):
    numbers = list(dict.fromkeys(sources))
    return [
        Item(item=f"i{i}", sentence=numbers.index(source), source=source, phenomenon="p")
        for i, source in enumerate(sources)
    ]


def test_outputs_stand_in_the_order_of_items_or_of_source_texts():
    suite = items("a", "a", "b")
    assert find_outputs(suite, ["x", "y", "z"], "f").texts == ["x", "y", "z"]
    assert find_outputs(suite, ["x", "z"], "f").texts == ["x", "x", "z"]
    with pytest.raises(InputError, match="4 outputs for a suite of 3 items and 2 source texts"):
        find_outputs(suite, ["x"] * 4, "f")


def test_items_are_found_by_their_source_text_among_other_lines():
    sources = Sources(["news", "u\u0308ber  uns ", "b"], "src")
    found = find_outputs(items("b", "\u00fcber uns", "c"), ["0", " 1\u00a01", "2"], "hyp", sources)
    assert found.texts == ["2", "1 1", None]
    assert found.verdicts == [None, None, ("missing", "the source text is not among the sources", None)]


def test_a_source_text_with_two_outputs_is_counted_and_the_first_is_taken():
    sources = Sources(["a", "b", "a", "b"], "src")
    found = find_outputs(items("a", "b"), ["x", "y", "x2", "y"], "hyp", sources)
    assert (found.texts, found.ambiguous) == (["x", "y"], ["i0"])
    assert found_row("s", found)["ambiguous"] == 1


def test_sources_and_outputs_must_be_of_one_number_and_of_this_suite():
    with pytest.raises(InputError, match="1 outputs for the 2 sources of src"):
        find_outputs(items("a"), ["x"], "hyp", Sources(["a", "b"], "src"))
    with pytest.raises(InputError, match="none of the 1 items has its source text here"):
        find_outputs(items("a"), ["x", "y"], "hyp", Sources(["c", "b"], "src"))


@pytest.mark.parametrize(
    ("outputs", "verdicts", "counts"),
    [
        (["####"] * 5 + ["v", "w", "x", "y", ""], ["wrong"] * 5 + [None] * 4 + ["wrong"], [10, 0, 1, 5]),
        (["####"] * 9 + [""], ["missing"] * 10, [10, 0, 0, 10]),
        ([""] * 10, ["wrong"] * 10, [10, 0, 10, 0]),
    ],
)
def test_an_empty_output_or_a_placeholder_is_wrong_unless_the_system_has_no_other(outputs, verdicts, counts):
    found = find_outputs(items(*"abcdefghij"), outputs, "hyp")
    assert [verdict and verdict.verdict for verdict in found.verdicts] == verdicts
    assert found.placeholder == ("####" if "####" in outputs else None)
    row = found_row("s", found)
    assert [row[name] for name in ("found", "absent", "empty", "placeholders")] == counts


def test_one_translation_of_few_sources_is_no_placeholder():
    assert find_outputs(items(*"abcd"), ["same"] * 4, "hyp").placeholder is None
    many = [chr(200 + i) for i in range(30)]
    assert find_outputs(items(*many), ["same"] * 5 + many[5:], "hyp").placeholder is None


def test_systems_that_are_nearly_one_are_pointed_out():
    suite = items(*(f"s{n}" for n in range(10)))
    outputs = {"A": [*"abcdefghij"], "B": [*"abcdefghix"], "C": [*"abcdefghyz"], "D": [None] * 10}
    rows = [
        judgment(item.item, system, text, "rules", Verdict("right", ""))
        for system, texts in outputs.items()
        for item, text in zip(suite, texts, strict=True)
    ]
    assert same_outputs(suite, JUDGMENTS.table(rows)) == [{"system_a": "A", "system_b": "B", "n": 10, "same": 0.9}]
