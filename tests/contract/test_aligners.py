"""What every aligner in extractors/models/aligners promises, whoever wrote it."""

import inspect
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import extractors.models.aligners
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.models.aligners import Aligner, Links, Pair
from tests import ROOT

LANGUAGES = {"source_language": "de", "target_language": "en"}

GERMAN = ["Der", "alte", "Mann", "sieht", "sich", "das", "Haus", "an", ",", "weil", "es", "nicht", "neu", "ist", "."]
ENGLISH = ["The", "old", "man", "looks", "at", "the", "house", ",", "because", "it", "is", "not", "new", "."]


def make_pairs(count: int) -> list[Pair]:
    draw = random.Random(7)
    return [
        (draw.choices(GERMAN, k=draw.randint(1, 15)), draw.choices(ENGLISH, k=draw.randint(1, 15)))
        for _ in range(count)
    ]


HOSTILE: list[Pair] = [
    (["\u200b"], ["\u200d", "house"]),
    (["Haus", "\ufeff", "ist"], ["house", "\u00ad", "is"]),
    (["😀", "👩\u200d👩\u200d👧", "🇩🇪"], ["😀", "👩\u200d👩\u200d👧", "🇩🇪"]),
    (["\u0301", "\u0308\u0323"], ["\u0301", "e\u0301"]),
    (["a"], ["b"]),
    (["."] * 7, ["."]),
    (["10\u00a0000", "a b", "\u2028"], ["10 000", "a\tb", "\x0b"]),
    (["", "Haus"], ["house", ""]),
    (["<NULL>", "[CLS]", "[SEP]", "[PAD]", "</s>", "|||"], ["<NULL>", "[CLS]", "[SEP]", "[PAD]", "</s>", "|||"]),
    (["x" * 5000], ["漢" * 300, "ไทย", "عربى"]),
    (["\U0010ffff", "\ue000", "\x00", "\x1b"], ["\ufffd", "\x7f"]),
]

EMPTY: list[Pair] = [([], []), ([], ["house"]), (["Haus"], [])]

Make = Callable[..., Aligner]


@pytest.fixture(params=registry.names(extractors.models.aligners))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def make(name: str, tmp_path: Path) -> Make:
    """Makes the aligner for the pairs that it is going to align; skips where its library is missing."""

    def create(pairs: Sequence[Pair], **options: Any) -> Aligner:
        if name == "pharaoh":  # the one aligner whose links come with the pairs
            diagonals = (range(min(len(source), len(target))) for source, target in pairs)
            lines = [" ".join(f"{k}-{k}" for k in diagonal) + "\n" for diagonal in diagonals]
            path = tmp_path / "links.txt"
            path.write_text("".join(lines), encoding="utf-8")
            options.setdefault("model", str(path))
            options.setdefault("tokens", "ours")
        if name == "simalign_package":  # mBERT, its own default, is not here
            options.setdefault("model", "aligner-de-en")
        return registry.create(extractors.models.aligners, Aligner, name, {**LANGUAGES, **options})

    try:
        registry.load(extractors.models.aligners, Aligner, name)
    except InputError as error:
        pytest.skip(str(error))
    return create


def align(make: Make, pairs: Sequence[Pair]) -> list[Links]:
    return list(make(pairs).align(pairs))


def assert_links(found: Sequence[Links], pairs: Sequence[Pair]) -> None:
    """One result a pair; links sorted, each once, none outside its pair."""
    assert len(found) == len(pairs)
    for links, (source, target) in zip(found, pairs, strict=True):
        assert links == sorted(set(links))
        for i, j in links:
            assert type(i) is int
            assert type(j) is int
            assert 0 <= i < len(source)
            assert 0 <= j < len(target)


def test_options_are_keywords_with_types(name: str, make: Make) -> None:
    del make
    options = inspect.signature(registry.load(extractors.models.aligners, Aligner, name)).parameters
    assert list(options)[:3] == ["source_language", "target_language", "model"]
    assert all(o.kind is inspect.Parameter.KEYWORD_ONLY for o in options.values())
    assert all(o.annotation is not o.empty for o in options.values())
    assert [k for k, o in options.items() if o.default is o.empty] == list(LANGUAGES)


def test_order_holds_whatever_the_lengths(make: Make) -> None:
    # Each pair tells its place by its length, which a batch sorted by length would mix up.
    pairs: list[Pair] = [(["Haus"] * n, ["house"] * n) for n in (9, 1, 30, 4, 2, 17, 1, 60, 3)]
    found = align(make, pairs)
    assert_links(found, pairs)
    assert all(found)


def test_an_empty_side_has_no_links_and_moves_no_other_pair(make: Make) -> None:
    pairs = [EMPTY[0], *make_pairs(6), EMPTY[1], *make_pairs(3), EMPTY[2]]
    found = align(make, pairs)
    assert_links(found, pairs)
    assert [found[0], found[7], found[-1]] == [[], [], []]
    assert align(make, EMPTY) == [[], [], []]
    assert align(make, []) == []


def test_hostile_tokens(make: Make) -> None:
    tuples: list[Pair] = [(tuple(source), tuple(target)) for source, target in make_pairs(4)]
    pairs = [*HOSTILE, *make_pairs(30), *tuples]
    assert_links(align(make, pairs), pairs)


def test_a_segment_of_a_thousand_words_is_aligned_to_its_end(make: Make) -> None:
    draw = random.Random(8)
    # Numbers, since an aligner with a lexicon knows them, and each once.
    words = [str(number) for number in draw.sample(range(2000), k=1000)]
    pairs: list[Pair] = [(words, words), *make_pairs(2)]
    found = align(make, pairs)
    assert_links(found, pairs)
    diagonal = sum(i == j for i, j in found[0] if j >= 900)
    assert diagonal > 90


def test_a_segment_is_aligned_to_itself_along_the_diagonal(make: Make) -> None:
    pairs: list[Pair] = [(ENGLISH, ENGLISH), (GERMAN, GERMAN)] * 10
    found = align(make, pairs)
    diagonal = sum(i == j for links in found for i, j in links)
    assert diagonal > 0.8 * sum(len(links) for links in found)
    assert diagonal > 0.5 * sum(len(source) for source, _ in pairs)


def test_links_are_the_same_twice_and_do_not_depend_on_the_company(make: Make) -> None:
    pairs = [*HOSTILE, *make_pairs(5)]
    aligner = make(pairs)
    assert list(aligner.align(pairs)) == list(aligner.align(pairs)) == [align(make, [pair])[0] for pair in pairs]


def test_signature_names_the_aligner_and_no_path_of_this_machine(name: str, make: Make, tmp_path: Path) -> None:
    signature = make([]).signature
    assert signature.startswith(name)
    assert signature == make([]).signature
    assert not any(character.isspace() for character in signature)
    assert str(tmp_path) not in signature
    assert str(ROOT) not in signature


def test_a_missing_model_is_refused_with_a_remedy(make: Make, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        make([], model=str(tmp_path / "nothing-here"))
    assert caught.value.remedy


def test_an_unknown_option_is_refused_with_the_nearest(make: Make) -> None:
    with pytest.raises(InputError, match="unknown option") as caught:
        make([], modell="x")
    assert "did you mean 'model'" in str(caught.value)


def test_each_link_has_a_confidence_or_none_has(make: Make) -> None:
    pairs = [*EMPTY, *make_pairs(8)]
    aligner = make(pairs)
    linked = list(aligner.align_with_confidence(pairs))
    assert_links([links for links, _ in linked], pairs)
    confidences = [sure for (links, of_pair) in linked for _, sure in zip(links, of_pair, strict=True)]
    assert all(sure is None or 0 <= sure <= 1 for sure in confidences)
    assert aligner.gives_confidence or set(confidences) <= {None}
