"""Ingest: a corpus (source and references) and its systems' outputs become tables.

A segment is a line; an empty one is kept, so that segments never shift against each other.
"""

from collections.abc import Mapping, Sequence

import pyarrow as pa

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats.segments import HYPOTHESES, Corpus
from extractors.inputs.beside_source import read_output, texts_beside, warn_of_empty
from extractors.inputs.places import Place
from extractors.inputs.reading import files_of, read_segments
from extractors.inputs.text_language import LONG, LikelyLanguage, another_language

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
    """Refuse a source or a reference in another language than the config says."""
    looked = another_language(source, source_language, other=target_language)
    translated = {
        name: another_language(texts, target_language, other=source_language) for name, texts in references.items()
    }
    checks = [_problem("the source", looked, "source_language", source_language)]
    checks += [
        _problem(f"the reference {name}", like, "target_language", target_language) for name, like in translated.items()
    ]
    if problems := [problem for problem in checks if problem]:
        if {source_language} == {like.language if like else None for like in translated.values()}:
            problems.append("source and references, or the two languages, are swapped")
        raise InputError("; ".join(problems), remedy=REMEDY)


def check_output(
    system: str,
    output: Sequence[str],
    source: Sequence[str],
    *,
    source_language: str,
    target_language: str,
    remedy: str = REMEDY,
) -> None:
    """Refuse an output in another language than the target language, and one that repeats the source.

    Args:
        remedy: of the errors; it says how to go on all the same.
    """
    what = f"the output of {system}"
    looked = another_language(output, target_language, other=source_language)
    if problem := _problem(what, looked, "target_language", target_language):
        raise InputError(problem, remedy=remedy)
    long = [i for i, text in enumerate(source) if len(text.split(maxsplit=LONG)) >= LONG]
    same = sum(output[i].split() == source[i].split() for i in long)
    if source_language != target_language and same >= max(LEAST, COPIED * len(long)):
        raise InputError(f"{what} repeats the source in {same} of {len(long)} long segments", remedy=remedy)


def _problem(what: str, like: LikelyLanguage | None, key: str, language: str) -> str | None:
    return None if like is None else f"{what} looks like {like}, and {key} is {language}"


def ingest(
    *,
    source: Place,
    references: Mapping[str, Place],
    source_language: str,
    target_language: str,
    check_languages: bool = False,
) -> pa.Table:
    """Read a source and its references as a table of segments; see `read`."""
    corpus, lines = read(
        source=source,
        references=references,
        source_language=source_language,
        target_language=target_language,
        check_languages=check_languages,
    )
    file = source.path.name if files_of(source) else str(source)
    log.info("%s: %d segments, references: %s", source, len(lines), ", ".join(references) or "none")
    return corpus.table([f"{file}:{line}" for line in lines])


def read(
    *,
    source: Place,
    references: Mapping[str, Place],
    source_language: str,
    target_language: str,
    check_languages: bool = False,
) -> tuple[Corpus, list[int]]:
    """Read a corpus, source and references (see extractors.inputs.importers), and the line number of each segment.

    Args:
        check_languages: refuse texts that are in another language.
    """
    segments_read = read_segments(source)
    source_texts = [text for _, text in segments_read]
    texts = {name: texts_beside(place, source_texts, source_name=source) for name, place in references.items()}
    if check_languages:
        languages = {"source_language": source_language, "target_language": target_language}
        check_corpus(source_texts, texts, **languages)
    warn_of_empty(source_texts, str(source))
    for name, segments in texts.items():
        warn_of_empty(segments, f"{references[name]} (reference {name})", missing=len(texts) > 1)
    return Corpus(source_language, target_language, source_texts, texts), [line for line, _ in segments_read]


def ingest_system(*, place: Place, source: Sequence[str], source_name: object) -> pa.Table:
    """Read the output of a system as a table of hypotheses; for arguments and warnings see `read_output`."""
    hypotheses = read_output(place, source, source_name=source_name)
    return HYPOTHESES.from_columns({"segment_id": range(len(source)), "hypothesis": hypotheses})
