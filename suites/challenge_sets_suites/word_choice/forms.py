"""Inflected forms of lemmas, from a lexicon or from parses."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from challenge_sets_suites.word_choice.choice_catalogue import Alternative
from extractors.core.errors import InputError
from extractors.core.files import read_lines
from extractors.formats import conllu


def read_forms(path: Path) -> dict[str, list[str]]:
    """Read the forms of each lemma in a file, in its order.

    Args:
        path: parses (.conllu), or a lexicon with a lemma and a form a line, and a tab between, as UniMorph's (what
            follows a second tab is not read).
    """
    found: dict[str, dict[str, None]] = {}
    if path.name.removesuffix(".gz").endswith(".conllu"):
        treebank = conllu.read(path)
        for form, lemma in zip(treebank.form.codes.tolist(), treebank.lemma.codes.tolist(), strict=True):
            found.setdefault(treebank.lemma.values[lemma], {})[treebank.form.values[form]] = None
        return {lemma: list(forms) for lemma, forms in found.items()}
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        lemma, *rest = line.split("\t")
        if not rest or not lemma.strip() or not rest[0].strip():
            raise InputError(
                "the line has no lemma and form",
                path=path,
                line=number,
                remedy="write LEMMA, a tab, FORM on each line, or give parses (.conllu)",
            )
        found.setdefault(lemma.strip(), {})[rest[0].strip()] = None
    return {lemma: list(forms) for lemma, forms in found.items()}


def with_forms(
    alternatives: Iterable[Alternative], forms: Mapping[str, Iterable[str]], path: str | Path
) -> list[Alternative]:
    """Add to the alternatives the forms of their words.

    A form of the lexicon that two of them have is added to neither.
    """
    before = list(alternatives)
    if not any(alternative.word in forms for alternative in before):
        raise InputError(
            f"has no forms of {' or '.join(alternative.word for alternative in before)}",
            path=path,
            remedy="give a lexicon of the target language",
        )
    every = {a.word: dict.fromkeys((*a.all_forms, *forms.get(a.word, ()))) for a in before}
    owners = Counter(form for of_word in every.values() for form in of_word)
    return [
        a.model_copy(update={"forms": tuple(f for f in every[a.word] if f in a.all_forms or owners[f] == 1)})
        for a in before
    ]
