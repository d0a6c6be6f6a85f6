"""Which phenomena a corpus is run for: those that can be found in it, and that its parser finds well enough."""

from extractors.config.corpus_texts import WrittenCorpus
from extractors.core.errors import InputError
from extractors.core.settings import Keys
from extractors.models.tool_settings import ParserSettings, model_of
from extractors.phenomena import parser_quality, trust
from extractors.phenomena.catalogue import REFERENCE, Phenomenon
from extractors.phenomena.detection import Detection
from extractors.phenomena.parser_quality import Quality


def findable(
    written: WrittenCorpus, phenomena: list[Phenomenon], *, is_aligned: bool, has_outputs: bool
) -> list[Phenomenon]:
    """Those that can be found: reordering is measured by links to outputs or references.

    Without references, outputs are aligned for it alone, which takes most of the time of a run: only if it is named.

    Args:
        has_outputs: whether there are outputs that can be aligned; without them a reference chooses sets instead.
    """
    measured = [p.id for p in phenomena if p.measure is not None]
    if is_aligned or not measured:
        by_reference = {} if has_outputs else {"chosen_by": REFERENCE}
        return [p if p.measure is None else p.model_copy(update=by_reference) for p in phenomena]
    is_named = written.config.phenomena_of(written.entry) is not None
    if is_named and has_outputs:
        return phenomena
    if is_named:
        raise written.error(
            f"{measured[0]} is found by links to outputs or to a reference, and the corpus has none or no aligner",
            "give outputs or a reference, and an aligner, or leave the phenomenon out",
            "phenomena",
        )
    return [p for p in phenomena if p.measure is None]


def choice_of(
    written: WrittenCorpus, phenomena: list[Phenomenon], parse: ParserSettings
) -> tuple[list[Phenomenon], Detection]:
    """The phenomena that the parser finds well enough, or that are asked for by name."""
    config, entry, origin = written.config, written.entry, written.origin
    every = config.imprecise or config.phenomena_of(entry) is not None
    minimum, language = config.minimum_of("minimum_precision", entry), entry.source_language
    if minimum and config.minimum_of("minimum_confidence", entry):
        raise origin.error(
            "a minimum precision and a minimum confidence are asked for, and the first chooses the second",
            _place("minimum_precision", written),
            "leave out one of them",
        )
    try:
        quality = _quality(parse, language)
        return trust.choose(phenomena, quality, language, every=every, minimum_precision=minimum)
    except InputError as error:
        # One without a file is of what was asked for, one with a file of the figures.
        place = _place("minimum_precision" if error.path is None else "parse", written)
        raise origin.error(error.placed_problem, place, error.remedy) from None


def _quality(parse: ParserSettings, language: str) -> Quality | None:
    """What was measured with the parser; None if nothing was.

    Raises:
        InputError: the file is no table of quality, or of another parser or language.
    """
    if parse.quality is None:
        return parser_quality.of_model(parse.parser, model_of(parse.model, language), language)
    found = parser_quality.load(str(parse.quality))
    if found.language != language or found.parser.partition(":")[0] != parse.parser:
        raise InputError(
            f"was measured with {found.parser} on {found.language!r}, and the corpus is parsed by {parse.parser} in"
            f" {language!r}",
            path=found.path,
            remedy="give the figures of this parser and language, or leave out `quality`",
        )
    return found


def _place(name: str, written: WrittenCorpus) -> Keys:
    """Where a key stands: in the corpus, or at the top of the config."""
    return (*written.keys, name) if name in written.entry.model_fields_set else (name,)
