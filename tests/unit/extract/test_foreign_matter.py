"""Matter in one output that references, source and other outputs do not have, on made texts."""

import random

import pytest

from extractors.extract.foreign_matter import CHARACTERS, SHARED_WORDS, TYPOGRAPHY, UNLIKE, foreign_matter

WHO = ["baker", "teacher", "farmer", "doctor", "painter", "driver", "singer", "gardener", "lawyer", "sailor"]
DOES = ["finds", "sells", "paints", "forgets", "mends", "carries", "hides", "watches", "washes", "measures"]
WHAT = ["bread", "table", "engine", "letter", "window", "carpet", "ladder", "bottle", "violin", "basket"]
WHERE = ["kitchen", "garden", "station", "harbour", "village", "library", "office", "cellar", "market", "forest"]
SAME = {"finds": "discovers", "sells": "trades", "mends": "repairs", "carries": "transports", "watches": "observes"}
N = 100


def sentences(seed):
    choose = random.Random(seed)
    words = [[choose.choice(kind) for kind in (WHO, DOES, WHAT, WHERE)] for _ in range(N)]
    return [f"The {who} {does} a {what} in the {where}." for who, does, what, where in words]


REFERENCE = sentences(1)
SOURCE = [" ".join(f"{word.strip('.')[::-1]}" for word in line.split()) for line in REFERENCE]
OTHER = [" ".join(SAME.get(word, word) for word in line.split()) for line in REFERENCE]
OUTPUT = [line.replace(" a ", " one ") for line in REFERENCE]


def matter(output, *, others=(OTHER,), references=(REFERENCE,)):
    outputs = {"it": output} | {f"other{k}": texts for k, texts in enumerate(others)}
    found = foreign_matter(SOURCE, {str(k): texts for k, texts in enumerate(references)}, outputs)
    return {(one.kind, len(one.lines)): one.shown for one in found if one.system == "it"}


def some(change, every):
    return [change(line) if i % every == 0 else line for i, line in enumerate(OUTPUT)]


def test_outputs_in_order_have_none():
    assert matter(OUTPUT) == {}
    assert matter(OTHER, others=(OUTPUT,)) == {}


@pytest.mark.parametrize(
    ("change", "every", "kind", "shown"),
    [
        (lambda line: f"Here is the translation: {line}", 1, SHARED_WORDS, "Here is the translation:"),
        (lambda line: f"{line} (No direct equivalent.)", 10, SHARED_WORDS, "(No direct equivalent.)"),
        (lambda line: f'"{line}"', 1, SHARED_WORDS, '"'),
        (lambda line: line.replace(" ", " ▁"), 5, CHARACTERS, "▁"),
        (lambda line: line.replace("harbour", "<unk>").replace("garden", "<unk>"), 1, CHARACTERS, "> <"),
        (lambda line: line.replace("a", "а").replace("o", "о"), 5, CHARACTERS, "о а"),
        (lambda line: line.replace(".", "．"), 5, TYPOGRAPHY, "．"),
        (lambda line: line.replace("The ", "«The» "), 2, TYPOGRAPHY, "« »"),
    ],
)
def test_words_and_characters_of_many_lines_are_named(change, every, kind, shown):
    found = matter(some(change, every))
    named = {text for (one, _), text in found.items() if one == kind}
    assert {tuple(sorted(text.split())) for text in named} >= {tuple(sorted(shown.split()))}, found
    # With no other output, references and source are enough for words and characters.
    assert any(one == kind for one, _ in matter(some(change, every), others=()))


@pytest.mark.parametrize(
    "refusal",
    ["I apologize, I am unable to help with that request.", "Diesen Text kann ich leider nicht in Worte fassen."],
)
def test_an_answer_in_the_place_of_a_translation_is_unlike_the_other_texts(refusal):
    output = [*OUTPUT[:7], refusal, *OUTPUT[8:]]
    assert matter(output) == {(UNLIKE, 1): refusal}
    # Of one text beside the output nobody can tell which of the two is odd.
    assert matter(output, others=()) == {}


def test_the_translation_of_another_segment_is_unlike_the_other_texts():
    output = [*OUTPUT[:50], *OUTPUT[51:], OUTPUT[50]]
    ((kind, count),) = matter(output)
    assert kind == UNLIKE
    assert 30 <= count <= 50


def test_what_references_or_most_outputs_have_too_is_no_foreign_matter():
    greeting = [f"Well, well: {line}" for line in OUTPUT]
    assert matter(greeting, references=([f"Well, well: {line}" for line in REFERENCE],)) == {}
    assert matter(greeting, others=([f"Well, well: {line}" for line in OTHER],) * 3) == {}


def test_without_a_reference_nothing_is_told():
    assert matter([f"Here is the translation: {line}" for line in OUTPUT], references=()) == {}
