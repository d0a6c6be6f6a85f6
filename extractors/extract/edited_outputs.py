"""Find references that are edited outputs: many of their long segments repeat one system word for word.

Two translators seldom write the same long sentence. Of 49 references of WMT21 to 24 from English and German 42 share at
most 4.6 % of such segments with any one system, three 5.4 to 7.9 %, and four 11.2 to 16.8 % (docs/lab/test-sets.md).
"""

import logging
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pyarrow.compute as pc

from extractors.core.logs import log
from extractors.formats import tables
from extractors.formats.testset_scores import INPUT_AUDIT
from extractors.inputs.text_language import LONG

EDITED_OUTPUT = "edited_output"
"""The finding of the audit."""
WARNED_SHARE, LEFT_OUT_SHARE = 0.05, 0.1
"""A reference is warned of from the first share of its long segments on that are one system's, and is no human baseline
above the second."""
LEAST = 5
"""Fewer such segments may be chance in a small corpus, and nothing is said of them."""
CHARACTERS_OF_A_WORD = {
    re.compile(
        "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
    ): 2,
    re.compile("[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff]"): 4,
}
"""How many characters count as a word where no blanks cut them: of Chinese and Japanese; of Thai, Lao, Tibetan, Burmese
and Khmer."""


class EditedOutput(NamedTuple):
    """A reference and the system that it shares most segments with.

    Attributes:
        segments: the ids of these segments.
        of_segments: how many long segments the reference has.
    """

    reference: str
    system: str
    segments: tuple[int, ...]
    of_segments: int


def edited_outputs(
    source: Sequence[str], references: Mapping[str, Sequence[str]], systems: Mapping[str, Sequence[str]]
) -> Iterator[EditedOutput]:
    """Yield the references that share WARNED_SHARE of their long segments, and LEAST of them, with a system, or more.

    A segment is long if its source has LONG words, so that all texts have the same long ones.

    Args:
        source, references, systems: n segments each; white space does not count.
    """
    if not (references and systems):
        return
    long_ones = [i for i, text in enumerate(source) if words(text) >= LONG]
    for reference, texts in references.items():
        own = {i: text for i in long_ones if (text := texts[i].split())}
        shared = {
            system: tuple(i for i, text in own.items() if outputs[i] == texts[i] or outputs[i].split() == text)
            for system, outputs in systems.items()
        }
        system = max(shared, key=lambda name: len(shared[name]))
        if len(shared[system]) >= max(LEAST, WARNED_SHARE * len(own)):
            yield EditedOutput(reference, system, shared[system], len(own))


def words(text: str) -> float:
    """Count the words of a text; those without blanks between are counted by characters: 5 in 我们明天再来看他们吧."""
    if text.isascii():
        return len(text.split())
    count, rest = 0.0, text
    for characters, size in CHARACTERS_OF_A_WORD.items():
        rest, replaced = characters.subn(" ", rest)
        count += replaced / size
    # Beside such characters, what has no letter is punctuation.
    return count + sum(not count or any(map(str.isalnum, word)) for word in rest.split())


def without_edited_outputs(
    humans: Sequence[str], audit: str | Path | None, *, kept: Collection[str], warn: bool = True
) -> list[str]:
    """Drop the human references that the audit found to be edited outputs, and name them in the log.

    Args:
        audit: a table INPUT_AUDIT; none (empty or None) where no system was compared.
        kept: references that the config calls human in so many words, which stay.
        warn: whether the log has a warning; not of the jobs of a run that come after the first to leave them out.
    """
    if not (audit and humans):
        return list(humans)
    rows = tables.read(INPUT_AUDIT, audit, where=pc.field("finding") == EDITED_OUTPUT).to_pylist()
    edited = {row["text"].removeprefix("references/"): row for row in rows if row["share"] > LEFT_OUT_SHARE}
    left_out = [name for name in humans if name in edited and name not in kept]
    for name in left_out:
        log.log(
            logging.WARNING if warn else logging.INFO,
            "the human baseline is without the reference %s: %d of its segments (%.1f %% of the long ones) are word for"
            " word those of %s, so that it may be an edited output; `kind: human` in the config keeps it",
            name,
            edited[name]["segments"],
            100 * edited[name]["share"],
            edited[name]["of"].removeprefix("systems/"),
        )
    return [name for name in humans if name not in left_out]
