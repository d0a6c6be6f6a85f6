"""Sentence objects from a library's output."""

from extractors.formats.treebank import MultiwordToken, Word
from extractors.models.parsers._sentences import build, text_of
from extractors.models.tokenizers import Token


def row(form: str, head: int, deprel: str) -> Word:
    return Word(form, "", "X", "", "", head, deprel)


def test_words_tokens_and_text() -> None:
    tokens = [Token("Zum", ("Zu", "dem"), True), Token("Arzt", ("Arzt",), False), Token("!", ("!",), True)]
    rows = [row("Zu", 3, "case"), row("dem", 3, "det"), row("Arzt", 0, "root"), row("!", 3, "punct")]
    sentence = build(tokens, rows)
    assert sentence.text == "Zum Arzt!"
    assert sentence.multiword == (MultiwordToken(1, 2, "Zum", True),)
    assert [(w.form, w.lemma, w.feats, w.space_after) for w in sentence.words] == [
        ("Zu", "_", "_", True),
        ("dem", "_", "_", True),
        ("Arzt", "_", "_", False),
        ("!", "_", "_", True),
    ]


def test_later_roots_hang_on_the_first() -> None:
    tokens = [Token(form, (form,), True) for form in "abc"]
    sentence = build(tokens, [row("a", 2, "x"), row("b", 0, "ROOT"), row("c", 0, "root")])
    assert [(w.head, w.deprel) for w in sentence.words] == [(2, "x"), (0, "root"), (2, "parataxis")]


def test_only_the_root_is_called_so() -> None:
    tokens = [Token(form, (form,), True) for form in "abc"]
    sentence = build(tokens, [row("a", 0, "punct"), row("b", 1, "root"), row("c", 1, "")])
    assert [w.deprel for w in sentence.words] == ["root", "dep", "dep"]


def test_text_has_one_space_for_white_space_and_none_at_its_end() -> None:
    assert text_of([Token("a", ("a",), False), Token(",", (",",), True), Token("b", ("b",), True)]) == "a, b"
