"""Which contrastive pairs are made in which language, by the table pair_kinds.yaml, and what makes them.

A kind changes a form into one that treebanks have, or deletes a negation, as the table says; or it has a file of its
own in contrastive/, as those of German and English have. Where a language is marked experimental,
its pairs were not judged; those of the others were, by a large language model (docs/lab/suites.md).
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from challenge_sets_suites import contrastive
from challenge_sets_suites.contrastive import ErrorMaker
from challenge_sets_suites.treebank_pairs import FormSwap, NegationDeleted, Paradigm
from extractors.core import registry, yamlfile
from extractors.core.errors import InputError, check_known
from extractors.formats.treebank import Treebank

TABLE = Path(__file__).with_name("pair_kinds.yaml")


@cache
def table() -> Mapping[str, Any]:
    """Load the table: the kinds that it describes, and the languages with their kinds."""
    loaded: Mapping[str, Any] = yamlfile.load(TABLE).data
    return loaded


def kinds(language: str) -> list[str]:
    """List the kinds of a language, in the order of the table; none for a language that is not there."""
    return list(table()["languages"].get(language, {}).get("kinds", ()))


def is_experimental(language: str) -> bool:
    """Return whether the pairs of a language are experimental: nobody has judged them."""
    return bool(table()["languages"][language].get("experimental", False))


def create_makers(
    language: str, names: Sequence[str] | None = None, *, treebanks: Sequence[Treebank] = ()
) -> dict[str, ErrorMaker]:
    """Create the makers of some kinds, or of all kinds of the language, by kind.

    Args:
        treebanks: where the forms are looked up that a kind of the table puts in.
    """
    every = kinds(language)
    if not every:
        remedy = f"give a target text in {', '.join(sorted(table()['languages']))}"
        raise InputError(f"no contrastive pairs are made in {language!r}", remedy=remedy)
    check_known(f"kind of error in {language!r}", names or (), every)
    paradigm = Paradigm(treebanks)
    return {name: _maker(name, language, paradigm) for name in names or every}


def _maker(name: str, language: str, paradigm: Paradigm) -> ErrorMaker:
    entry, about = table()["kinds"].get(name), table()["languages"][language]
    if entry is None:
        return registry.create(contrastive, ErrorMaker, name, {"language": language})
    if "change" not in entry:
        return NegationDeleted(language, entry, paradigm, about["negation"])
    unsure = about.get("unsure", {}).get(name)
    nominative = about.get("nominative") if entry["agrees"] == "adposition" else None
    return FormSwap(language, entry, paradigm, re.compile(unsure) if unsure else None, nominative)
