"""What every parser owes: the same tests over every backend, each with a real model."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from extractors.core import registry
from extractors.core.errors import InputError
from extractors.core.escapes import without_invisible
from extractors.formats import conllu
from extractors.formats.treebank import Sentence
from extractors.models import parsers
from extractors.models.parsers import Parser
from extractors.models.tokenizers import Token
from tests.tiny_models.fixtures import TinyModels

LANGUAGES = ("en", "de")
SEGMENTS = {
    "en": [
        "I don't know the man.",
        "",
        "She gave up her job. He hurt himself in the old house.",
        " \t ",
        "It's an apple!",
        "Two children ran to the school",
        "They cannot see the dog's tail.",
    ],
    "de": [
        "Sie geht zum Arzt.",
        "",
        "Im Garten steht ein alter Baum. Er wäscht sich am Morgen.",
        "\u00a0",
        "Das Kind, das im Bett liegt, schläft.",
        "Der Mann macht die Tür zu",
    ],
}
HOSTILE = [
    "The\u00a0man\u00a0 \u2009sings .",
    "a\tb\u2028c\u0085d\x1ce",
    "She likes 😀 and 👩‍👩‍👧‍👦 and 🇩🇪.",
    "caf\u0065\u0301 Å Å ﬁ",
    "\u200bzero\u200bwidth\ufeff \u200d \u202eright",
    "\u0301 starts with a mark",
    ".",
    "!!! ??? -- ... '' \"\" ((( ''' n't 's",
    "C1 \x80 control \x9f and \x00 and \x7f",
    "漢字かな交じり文 и кириллица ελληνικά",
    "https://example.org/a-b?c=d_e#f me@example.org #tag @name 1,000.50 3-4 1/2",
    "# not a comment",
    "1\t_\t_\t_",
    "_ | = _|_",
    "x" * 300,
]
MULTIWORD = {
    "en": ("I don't know the man.", "don't", ["do", "n't"]),
    "de": ("Sie geht zum Arzt.", "zum", ["zu", "dem"]),
}

Make = Callable[[str, str, Sequence[str]], Parser]


@pytest.fixture(scope="session")
def make(tiny_models: TinyModels, tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A parser by backend and language; the segments are for a backend that knows only those."""
    made: dict[tuple[str, str], Parser] = {}

    def create(backend: str, language: str, **options: Any) -> Parser:
        return registry.create(parsers, Parser, backend, {"language": language, **options})

    def make(backend: str, language: str, segments: Sequence[str]) -> Parser:
        if backend == "conllu":
            path = tmp_path_factory.mktemp("conllu") / "parses.conllu"
            conllu.write(path, enumerate(make("multilingual", language, segments).parse(segments)))
            return create(backend, language, model=str(path))
        if (backend, language) not in made:
            models: dict[str, Callable[[], str | None]] = {
                "multilingual": lambda: None,
                "spacy": lambda: str(tiny_models.spacy(language)),
                "stanza": lambda: str(tiny_models.stanza(language)),
                "udpipe": lambda: str(tiny_models.udpipe(language)),
            }
            assert backend in models, f"tell this fixture where the model of {backend} is"
            made[backend, language] = create(backend, language, model=models[backend]())
        return made[backend, language]

    return make


@pytest.fixture(autouse=True)
def installed(backend: str) -> None:
    """Skips what needs a library that is not here; Stanza and UDPipe are optional."""
    try:
        registry.load(parsers, Parser, backend)
    except InputError as error:
        pytest.skip(error.problem)


pytestmark = [
    pytest.mark.parametrize("backend", registry.names(parsers)),
    pytest.mark.parametrize("language", LANGUAGES),
]


def visible(text: str) -> str:
    return "".join(without_invisible(text).split())


def surface(sentences: Sequence[Sentence]) -> list[str]:
    """The surface tokens of parsed sentences."""
    tokens = []
    for sentence in sentences:
        forms = {token.first: token for token in sentence.multiword}
        number = 1
        while number <= len(sentence.words):
            token = forms.get(number)
            tokens.append(sentence.words[number - 1].form if token is None else token.form)
            number = number + 1 if token is None else token.last + 1
    return tokens


def bare(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Sentences without confidences, whose last digits may depend on what is parsed in the same batch."""
    return [replace(s, words=tuple(word._replace(confidence=None) for word in s.words)) for s in sentences]


def confidences(sentences: Sequence[Sentence]) -> list[float | None]:
    return [word.confidence for s in sentences for word in s.words]


def check(segments: Sequence[str], parsed: Sequence[Sequence[Sentence]], path: Path) -> None:
    """One list a segment, none for white space, all its text, all columns, and trees that can be written and read."""
    assert len(parsed) == len(segments)
    for segment, sentences in zip(segments, parsed, strict=True):
        assert bool(sentences) == bool(visible(segment))
        assert visible("".join(surface(sentences))) == visible(segment)
        assert visible("".join(s.text for s in sentences)) == visible(segment)
    conllu.write(path, enumerate(list(sentences) for sentences in parsed))
    treebank = conllu.read(path)
    assert len(treebank) == sum(len(s.words) for sentences in parsed for s in sentences)
    assert len(treebank.segment) == sum(len(sentences) for sentences in parsed)
    for number, tokens in treebank.surface.items():
        assert tokens == surface(parsed[number])
    for word in (word for sentences in parsed for sentence in sentences for word in sentence.words):
        assert all([word.form, word.lemma, word.upos, word.xpos, word.feats, word.deprel])
        assert word.feats == "_" or all("=" in feature for feature in word.feats.split("|"))
    is_root = treebank.head == 0
    assert {treebank.deprel[w] for w in is_root.nonzero()[0]} == {"root"}
    assert "root" not in {treebank.deprel[w] for w in (~is_root).nonzero()[0]}


def test_gives_the_trees_of_each_segment_in_order(backend: str, language: str, make: Make, tmp_path: Path) -> None:
    segments = SEGMENTS[language]
    parser = make(backend, language, segments)
    parsed = list(parser.parse(segments))
    check(segments, parsed, tmp_path / "out.conllu")
    assert list(parser.parse(segments)) == parsed


def test_takes_any_text(backend: str, language: str, make: Make, tmp_path: Path) -> None:
    check(HOSTILE, list(make(backend, language, HOSTILE).parse(HOSTILE)), tmp_path / "out.conllu")


def test_takes_a_very_long_segment(backend: str, language: str, make: Make, tmp_path: Path) -> None:
    words = " ".join(s.rstrip(".!") for s in SEGMENTS[language]).split()
    segments = ["The end.", " ".join((words * 1000)[:1000]), "The end."]
    check(segments, list(make(backend, language, segments).parse(segments)), tmp_path / "out.conllu")


def test_takes_no_segments_and_only_blank_ones(backend: str, language: str, make: Make) -> None:
    if backend == "conllu":
        pytest.skip("a CoNLL-U file has a sentence")
    parser = make(backend, language, [])
    assert list(parser.parse([])) == []
    assert list(parser.parse(["", " "])) == [[], []]


def test_a_segment_is_parsed_alike_alone_and_among_others(backend: str, language: str, make: Make) -> None:
    segments = SEGMENTS[language]
    together = list(make(backend, language, segments).parse(segments))
    for segment, sentences in zip(segments, together, strict=True):
        if segment.strip():
            (alone,) = make(backend, language, [segment]).parse([segment])
            assert bare(alone) == bare(sentences)
            for one, other in zip(confidences(alone), confidences(sentences), strict=True):
                assert one == pytest.approx(other, abs=1e-3)


def test_a_contraction_is_one_token_and_white_space_is_where_the_text_has_it(
    backend: str, language: str, make: Make
) -> None:
    segment, form, words = MULTIWORD[language]
    ((sentence,),) = make(backend, language, [segment]).parse([segment])
    (token,) = sentence.multiword
    assert token.form == form
    assert [word.form for word in sentence.words[token.first - 1 : token.last]] == words
    assert sentence.text == segment
    assert [word.space_after for word in sentence.words[-2:]] == [False, True]


def test_the_signature_says_what_parses(backend: str, language: str, make: Make) -> None:
    segments = SEGMENTS[language]
    signature = make(backend, language, segments).signature
    assert signature.startswith(f"{backend}:")
    assert signature == make(backend, language, segments).signature


def test_a_missing_model_is_refused_with_a_remedy(backend: str, language: str) -> None:
    with pytest.raises(InputError) as error:
        registry.create(parsers, Parser, backend, {"language": language, "model": "no/such/model"})
    assert "no/such/model" in str(error.value)
    assert error.value.remedy


def test_an_unknown_option_is_refused_with_the_nearest(backend: str, language: str) -> None:
    with pytest.raises(InputError, match="did you mean 'model'"):
        registry.create(parsers, Parser, backend, {"language": language, "modle": "x"})


def test_words_that_are_given_are_parsed_as_they_are(make: Make, backend: str, language: str) -> None:
    given = [
        [Token("Das", ("Das",), True), Token("Kind", ("Kind",), True), Token("geht", ("geht",), False)],
        [Token("zum", ("zu", "dem"), True), Token("Arzt", ("Arzt",), True), Token("!", ("!",), True)],
    ]
    parser = make(backend, language, SEGMENTS[language])
    if not parser.takes_words:
        with pytest.raises(NotImplementedError, match="takes no words"):
            parser.parse_words(given)
        return
    parsed = list(parser.parse_words(given))
    assert [[word.form for word in sentence.words] for sentence in parsed] == [
        ["Das", "Kind", "geht"],
        ["zu", "dem", "Arzt", "!"],
    ]
    assert [(token.first, token.last, token.form) for token in parsed[1].multiword] == [(1, 2, "zum")]
    assert all(sum(word.head == 0 for word in sentence.words) == 1 for sentence in parsed)
