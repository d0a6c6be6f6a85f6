"""Stages that go through a corpus in parts, on a whole one that is in memory."""

import pyarrow as pa

from extractors.extract.control import control
from extractors.extract.detect import detect
from extractors.formats import conllu
from extractors.formats.alignment import AlignmentParts
from extractors.phenomena import DEFAULT_FILE, catalogue


def detected(treebank, phenomena, *, links=None, reference=None, **options):
    """The hits in a treebank; links: a table of the format ALIGNMENT."""
    of_reference = None if links is None else AlignmentParts(links, reference)
    return pa.concat_tables(detect([treebank], phenomena, links=of_reference, **options))


def found_in(parses, names, *, language):
    """The hits of shipped phenomena in a file of parses."""
    known = catalogue.load(DEFAULT_FILE)
    return detected(conllu.read(parses), [known[name] for name in names], language=language)


def drawn_controls(sets, values, settings):
    return pa.concat_tables(control([sets], values, settings))
