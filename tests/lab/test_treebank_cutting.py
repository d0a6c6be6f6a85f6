"""What a treebank cuts otherwise than the tokenizer is learnt by the recipe, and used on its raw text."""

from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.formats import conllu
from extractors.models.tokenizers import Token
from tests import ROOT

SPEC = spec_from_file_location(
    "treebank_cutting", ROOT / "lab" / "recipes" / "parser-multilingual" / "treebank_cutting.py"
)
treebank_cutting = module_from_spec(SPEC)
SPEC.loader.exec_module(treebank_cutting)
Cutting = treebank_cutting.Cutting

ITALIAN = """\
# text = Dormo nella casa.
1\tDormo\tdormire\tVERB\t_\t_\t0\troot\t_\t_
2-3\tnella\t_\t_\t_\t_\t_\t_\t_\t_
2\tin\tin\tADP\t_\t_\t4\tcase\t_\t_
3\tla\til\tDET\t_\t_\t4\tdet\t_\t_
4\tcasa\tcasa\tNOUN\t_\t_\t1\tobl\t_\tSpaceAfter=No
5\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_

"""


def learn(folder: Path, text: str = ITALIAN, *, sentences: slice = slice(None)) -> dict[str, list[list[str]]]:
    path = folder / "it_made-train.conllu"
    path.write_text(text, encoding="utf-8")
    return dict(treebank_cutting.learn(path, conllu.read(path), sentences, language="it").cuts)


def test_a_file_teaches_what_its_sentences_have(tmp_path):
    other = ITALIAN.replace("nella", "della").replace("\tin\tin", "\tdi\tdi")
    assert learn(tmp_path) == {"nella": [["nella", "in", "la"]]}
    assert learn(tmp_path, ITALIAN + other, sentences=slice(1, None)) == {"della": [["della", "di", "la"]]}


def test_a_treebank_without_text_teaches_nothing(tmp_path):
    assert learn(tmp_path, ITALIAN.removeprefix("# text = Dormo nella casa.\n")) == {}


def test_a_language_without_tokenizer_is_said(tmp_path, monkeypatch, caplog):
    error = InputError("needs a library", remedy="pip install it")
    monkeypatch.setattr(treebank_cutting, "tokens", Mock(side_effect=error))
    assert learn(tmp_path) == {}
    assert "will not know how the treebank cuts words: needs a library" in caplog.text


def tokens(text: str) -> list[Token]:
    """`Nella=in+la casa~.`: tokens with their words, `~` for no space after."""
    found = []
    for part in text.split():
        pieces = part.split("~")
        for number, piece in enumerate(pieces):
            form, _, words = piece.partition("=")
            found.append(Token(form, tuple(words.split("+")) if words else (form,), number == len(pieces) - 1))
    return found


@pytest.mark.parametrize(
    ("ours", "gold", "table"),
    [
        ("nella casa~.", "nella=in+la casa~.", {"nella": [["nella", "in", "la"]]}),
        ("'~n boom", "'n boom", {"' n": [["'n"]]}),
        ("100% ja", "100~% ja", {"100%": [["100"], ["%"]]}),
        ("他~們~走", "他們~走", {"他 們": [["他們"]]}),
        ("ja nee", "ja nee", {}),
        # White space in the text is no boundary that a table may take away.
        ("5 000", "5000", {}),
        # Another text: nothing can be said.
        ("ja nee", "ja neen", {}),
    ],
)
def test_what_is_cut_otherwise_is_learnt(ours, gold, table):
    assert treebank_cutting.cuts([(tokens(ours), tokens(gold))]) == table


def test_a_run_is_cut_only_as_it_mostly_is():
    sentences = [(tokens("dela"), tokens("dela")), (tokens("dela"), tokens("dela=de+ela"))]
    assert treebank_cutting.cuts(sentences) == {}
    assert treebank_cutting.cuts([*sentences, sentences[1]]) == {"dela": [["dela", "de", "ela"]]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nella casa", "Nella=In+la casa"),
        ("NELLA casa", "NELLA=IN+LA casa"),
        ("la nella~.", "la nella=in+la~."),
        ("'~N boom", "'N boom"),
        # With a space in between it is no run.
        ("' n boom", "' n boom"),
        # The longest run that stands in the table.
        ("他~們~的", "他們的"),
        ("他~們~走", "他們~走"),
    ],
)
def test_text_is_cut_as_the_table_says(text, expected):
    table = {"nella": [["nella", "in", "la"]], "' n": [["'n"]], "他 們": [["他們"]], "他 們 的": [["他們的"]]}
    assert Cutting(table)(tokens(text)) == tokens(expected)


FORMS = st.text("aAbİß.", min_size=1, max_size=3)
SENTENCES = st.lists(st.builds(lambda form, space: Token(form, (form,), space), FORMS, st.booleans()), max_size=8)


@given(st.dictionaries(st.lists(FORMS, min_size=1, max_size=3).map(tuple), st.integers(1, 3)), SENTENCES)
def test_no_character_and_no_space_is_lost(runs, sentence):
    def cuts(run: tuple[str, ...], width: int) -> list[list[str]]:
        text = "".join(run).lower()
        return [[text[n : n + width]] for n in range(0, len(text), width)]

    table = {" ".join(run).lower(): cuts(run, width) for run, width in runs.items()}

    def written(of: list[Token]) -> str:
        return "".join(token.form + " " * token.space_after for token in of)

    assert written(Cutting(table)(sentence)) == written(sentence)


@given(SENTENCES, st.data())
def test_what_was_learnt_of_a_sentence_gives_the_sentence(ours, data):
    """Of one sentence in which no run stands twice, the table gives the treebank's tokens."""
    text = "".join(token.form for token in ours)
    width = data.draw(st.integers(1, 4))
    spaces = {sum(len(t.form) for t in ours[: n + 1]) for n, token in enumerate(ours) if token.space_after}
    bounds = sorted({0, len(text), *spaces, *range(0, len(text), width)})
    gold = [Token(text[a:b], (text[a:b],), b in spaces or b == len(text)) for a, b in pairwise(bounds)]
    lower = [token.form.lower() for token in ours]
    if len({*lower}) == len(lower) and all(len(t.form) == len(t.form.lower()) for t in ours) and len(ours) <= 8:
        found = Cutting(treebank_cutting.cuts([(ours, gold)]))(ours)
        assert [token.form for token in found] == [token.form for token in gold]
