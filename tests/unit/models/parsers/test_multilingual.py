"""The shipped multilingual parser: what it cuts, what it says of words, whom it refuses."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from extractors.core.errors import InputError
from extractors.formats.treebank import Sentence
from extractors.models.installed import find_shipped
from extractors.models.parsers import DEFAULT_PARSER, create_parser
from extractors.models.parsers._multilingual.text_cutting import split_token
from extractors.models.parsers.multilingual import MultilingualParser
from extractors.models.tokenizers import Token


def parsed(language: str, text: str, **options: str) -> list[Sentence]:
    (found,) = MultilingualParser(language=language, **options).parse([text])
    return found


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("fr", "La couleur du mur lui plaît.", "La couleur de le mur lui plaît ."),
        ("es", "La casa del vecino es vieja.", "La casa de el vecino es vieja ."),
        ("pt", "Moro na cidade.", "Moro em a cidade ."),
        ("de", "Sie geht zum Arzt.", "Sie geht zu dem Arzt ."),
        ("zh", "我们昨天在北京学习。", "我们 昨天 在 北京 学习 。"),
        ("pl", "Nie wiem, czy przyjdzie.", "Nie wiem , czy przyjdzie ."),
    ],
)
def test_text_is_cut_into_the_words_of_treebanks(language: str, text: str, words: str) -> None:
    (sentence,) = parsed(language, text)
    assert [word.form for word in sentence.words] == words.split()
    assert sentence.text == text


def test_a_sentence_is_tagged_lemmatised_and_a_tree() -> None:
    (sentence,) = parsed("cs", "Malý chlapec si včera koupil novou knihu.")
    of = {word.form: word for word in sentence.words}
    bought = of["koupil"]
    assert (bought.head, bought.deprel, bought.lemma) == (0, "root", "koupit")
    assert [sentence.words[of[form].head - 1].form for form in ("chlapec", "knihu", "novou")] == [
        "koupil",
        "koupil",
        "knihu",
    ]
    assert (of["chlapec"].deprel, of["knihu"].deprel, of["novou"].deprel) == ("nsubj", "obj", "amod")
    assert "Case=Acc" in of["knihu"].feats
    assert of["si"].upos == "PRON"
    assert all(word.confidence is not None and 0 < word.confidence < 1 for word in sentence.words)


def test_a_relative_gives_trees_and_none_of_its_words() -> None:
    (sentence,) = parsed("bg", "Децата четат книги.")
    assert [word.lemma for word in sentence.words[1:3]] == ["чета", "книга"]


def test_sentences_end_after_marks_alone() -> None:
    assert [s.text for s in parsed("it", "È tardi. Andiamo a casa!")] == ["È tardi.", "Andiamo a casa!"]
    assert len(parsed("it", "Andiamo a casa Poi mangiamo")) == 1


def test_a_sentence_longer_than_the_network_reads_is_one_tree() -> None:
    words = ["el", "perro", "come", "pan", "y"] * 120
    parser = MultilingualParser(language="es")
    (sentence,) = parser.parse_words([[Token(word, (word,), True) for word in words]])
    assert [word.form for word in sentence.words] == words
    assert sum(word.head == 0 for word in sentence.words) == 1


def test_a_language_of_no_treebank_takes_a_named_one_s_style_or_is_refused() -> None:
    with pytest.raises(InputError, match="not trained on any treebank of 'be'") as caught:
        MultilingualParser(language="be")
    assert "`options: {treebank: NAME}`" in str(caught.value)
    parser = create_parser(DEFAULT_PARSER, language="be", model=None, options={"treebank": "ru_taiga"})
    assert parser.signature.startswith("multilingual:")
    assert parser.signature.endswith("/ru_taiga")
    with pytest.raises(InputError, match="not trained on a treebank 'xx_yy'"):
        MultilingualParser(language="be", treebank="xx_yy")


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A copy of the shipped parser, to be damaged."""
    shipped = find_shipped("parser-multilingual")
    assert shipped is not None
    return Path(shutil.copytree(shipped, tmp_path / "parser"))


def test_weights_that_are_not_finite_are_refused(damaged: Path) -> None:
    weights = dict(load_file(damaged / "model.safetensors"))
    name = next(name for name, values in weights.items() if values.dtype.kind == "f")
    weights[name] = np.full_like(weights[name], np.nan)
    save_file(weights, damaged / "model.safetensors")
    with pytest.raises(InputError, match=f"the weights {name!r} contain a number that is not finite"):
        parsed("de", "Das ist gut.", model=str(damaged))


def test_brackets_without_end_are_refused(damaged: Path) -> None:
    (damaged / "config.json").write_text("[" * 200_000, encoding="utf-8")
    with pytest.raises(InputError, match=r"config\.json"):
        parsed("de", "Das ist gut.", model=str(damaged))


@pytest.mark.parametrize("kind", ["upos", "deprel", "lemma_rule", "features"])
def test_labels_that_would_break_a_row_are_refused(damaged: Path, kind: str) -> None:
    config = json.loads((damaged / "config.json").read_text(encoding="utf-8"))
    labels = config["labels"][kind]
    labels[-1] = ["Case\t", ["_", "Nom"]] if kind == "features" else "NOUN\t1\n"
    (damaged / "config.json").write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(InputError, match=r"\\t"):
        parsed("de", "Das ist gut.", model=str(damaged))


@pytest.mark.parametrize(
    ("rule", "form", "words"),
    [
        ("=de+le", "Du", ["De", "le"]),
        (">|selo>+se+lo", "dáselo", ["dá", "se", "lo"]),
        (">|selo>+se+lo", "DÁSELO", ["DÁ", "SE", "LO"]),
        (">|selo>+se+lo", "casa", None),
    ],
)
def test_a_rule_splits_the_tokens_that_it_fits(rule: str, form: str, words: list[str] | None) -> None:
    assert split_token(rule, form) == words
