"""The outputs of systems as texts, with a warning of those that are hardly translations."""

from collections import Counter
from collections.abc import Sequence

from extractors.core.logs import log
from extractors.inputs.beside_source import texts_beside
from extractors.inputs.places import Place

PLACEHOLDER_SHARE = 0.5
"""A hypothesis that makes up more than this share of an output is taken for a placeholder."""


def read_output(place: Place, source: Sequence[str], *, of: object) -> list[str]:
    """Read the output of a system, one hypothesis for each of the n segments of the corpus, in their order.

    Warn of an output that is mostly one line, as in test sets where a system submitted nothing.

    Args:
        place: where it is, see extractors.inputs.importers.
        source: (n,) the corpus's source; empty texts where it is not known.
        of: what the source is called in messages.
    """
    hypotheses, segments = texts_beside(place, source, of=of), len(source)
    if not any(hypotheses):
        log.warning("%s: no text in any of %d segments; only imported scores say something of it", place, segments)
        return hypotheses
    warn_of_empty(hypotheses, str(place))
    text, count = Counter(hypotheses).most_common(1)[0]
    if segments > 1 and count / segments > PLACEHOLDER_SHARE:
        log.warning(
            "%s: %d of %d hypotheses are %r: a placeholder, not a translation? Its scores say nothing.",
            place,
            count,
            segments,
            text[:60],
        )
    return hypotheses


def warn_of_empty(texts: Sequence[str], what: str, *, missing: bool = False) -> None:
    """Log how many segments have no text.

    Args:
        what: the name of the texts in the message.
        missing: the texts are one of several references; scoring skips its empty ones.
    """
    empty = [i for i, text in enumerate(texts) if not text.strip()]
    if empty:
        how = "missing where another reference has text" if missing else "kept"
        log.warning("%s: %d empty segments, %s (the first is segment_id %d)", what, len(empty), how, empty[0])
