"""Refuses texts that are in another language than the config says, and outputs that are the source."""

from collections.abc import Mapping, Sequence

from extractors.core.errors import InputError
from extractors.extract.audit import LONG
from extractors.inputs.text_language import LookedLike, another_language

COPIED = 0.8
"""An output is the source if it repeats this share of its segments of LONG words or more, and LEAST of them."""
LEAST = 20
REMEDY = (
    "correct the texts or the languages; `check_languages: false` in the config, or `challenge-sets run --config"
    " check_languages=false`, goes on all the same"
)


def check_corpus(
    source: Sequence[str], references: Mapping[str, Sequence[str]], *, source_language: str, target_language: str
) -> None:
    """Refuse a source or a reference in another language than the config says.

    Raises:
        InputError: with the words that show it.
    """
    looked = another_language(source, source_language, other=target_language)
    translated = {
        name: another_language(texts, target_language, other=source_language) for name, texts in references.items()
    }
    found = [_problem("the source", looked, "source_language", source_language)]
    found += [
        _problem(f"the reference {name}", like, "target_language", target_language) for name, like in translated.items()
    ]
    if problems := [problem for problem in found if problem]:
        if {source_language} == {like.language if like else None for like in translated.values()}:
            problems.append("source and references, or the two languages, are swapped")
        raise InputError("; ".join(problems), remedy=REMEDY)


def check_output(
    system: str, output: Sequence[str], source: Sequence[str], *, source_language: str, target_language: str
) -> None:
    """Refuse an output in another language than the target's, such as another pair's, and one that is the source.

    Raises:
        InputError: with the words or the number of segments that show it.
    """
    what = f"the output of {system}"
    looked = another_language(output, target_language, other=source_language)
    if problem := _problem(what, looked, "target_language", target_language):
        raise InputError(problem, remedy=REMEDY)
    long = [i for i, text in enumerate(source) if len(text.split(maxsplit=LONG)) >= LONG]
    same = sum(output[i].split() == source[i].split() for i in long)
    if source_language != target_language and same >= max(LEAST, COPIED * len(long)):
        raise InputError(f"{what} repeats the source in {same} of {len(long)} long segments", remedy=REMEDY)


def _problem(what: str, like: LookedLike | None, key: str, language: str) -> str | None:
    return None if like is None else f"{what} looks like {like}, and {key} is {language}"
