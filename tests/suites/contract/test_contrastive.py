"""What every maker of contrastive pairs owes: one change, and nothing else of the text is touched."""

import re
from collections.abc import Iterator

import pytest

from challenge_sets_suites.contrastive import Resources, TargetText
from challenge_sets_suites.contrastive._texts import target_texts
from challenge_sets_suites.pair_kinds import create_makers, kinds
from extractors.core.files import read_lines
from extractors.extract.parse import parse_text
from extractors.models.parsers import create_parser
from tests import ROOT

CORPORA = {"de": ("en-de", "reference.A.de", "source.en", "en"), "en": ("de-en", "reference.A.en", "source.de", "de")}
CASES = [(language, kind) for language in CORPORA for kind in kinds(language)]
BROKEN = re.compile(r"\s[.,;:!?)“”]|[(„]\s|,,|,\.|\s\s|^[a-zäöü]")
"""Spacing, commas and beginnings that no reference of the bundled corpora has."""


@pytest.fixture(scope="module")
def texts() -> dict[str, tuple[list[TargetText], Resources]]:
    parsed = {}
    for language, (pair, reference, source, source_language) in CORPORA.items():
        folder = ROOT / "resources/corpus" / pair
        references = read_lines(folder / reference)
        treebank = parse_text(create_parser("multilingual", language=language, model=None, options={}), references)
        resources = Resources()
        resources.add_treebank(treebank)
        parsed[language] = (
            list(target_texts(treebank, references, read_lines(folder / source), source_language)),
            resources,
        )
    return parsed


def made(language: str, kind: str, texts: dict[str, tuple[list[TargetText], Resources]]) -> Iterator[tuple[str, str]]:
    maker = create_makers(language, [kind])[kind]
    for text in texts[language][0]:
        for candidate in maker.make(text, texts[language][1]):
            yield from ((text.text, contrastive) for contrastive in candidate.contrastive)


@pytest.mark.parametrize(("language", "kind"), CASES)
def test_spacing_signs_and_capitals_stay_as_they_are(language, kind, texts):
    for reference, contrastive in made(language, kind, texts):
        assert contrastive != reference
        # A first clause that remains alone ends as it does in the reference.
        first_clause = kind == "clause_omission" and reference.startswith(contrastive)
        # A letter that a text without a full stop ends with may be that of a name.
        assert first_clause or reference[-1].isalnum() or contrastive[-1] == reference[-1]
        assert len(BROKEN.findall(contrastive)) <= len(BROKEN.findall(reference)), contrastive


@pytest.mark.parametrize(("language", "kind"), CASES)
def test_the_same_text_gives_the_same_errors(language, kind, texts):
    assert list(made(language, kind, texts)) == list(made(language, kind, texts))


def test_most_kinds_find_something_in_the_bundled_corpora(texts):
    empty = [case for case in CASES if not any(made(*case, texts))]
    assert len(empty) <= 6, empty
