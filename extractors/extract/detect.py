"""Detect: the hits of phenomena in a parsed corpus, with the target words they are aligned to.

A corpus may be larger than the memory: it is gone through part by part, and what is found is written as it comes.
`extractors.extract.detector` finds the hits of a part.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from extractors.core.durable import temporary_folder
from extractors.extract.detector import Detector, Part, check_alignment
from extractors.formats.alignment import AlignmentParts, OutputParts
from extractors.formats.hits import HITS
from extractors.formats.origin import Origin
from extractors.formats.treebank import Treebank
from extractors.inputs.parses import checked_parts
from extractors.phenomena.catalogue import Phenomenon, definitions_checksum


def detect(
    parts: Iterable[Treebank],
    phenomena: Sequence[Phenomenon],
    *,
    language: str,
    links: AlignmentParts | None = None,
    outputs: OutputParts | None = None,
    minimum_confidence: float = 0.0,
    minimum_precision: float = 0.0,
    minimum_confidences: Mapping[str, float] | None = None,
    source: Iterable[str] | None = None,
    beside: str | Path | None = None,
) -> Iterator[pa.Table]:
    """Find all hits, by phenomenon in the given order, then by segment and position.

    A pair of words is one hit of a phenomenon, however many of its requests find it. The hits of a phenomenon wait
    in a file of their own until all parts of the parse are read: memory does not grow with the corpus. They are
    yielded in parts, of which the first has no rows.

    Args:
        parts: the parts of a parse, as `conllu.read_parts` gives them; a whole parse is one.
        links: to a reference, whose words hits are aligned to.
        outputs: links to the outputs of all systems. A phenomenon whose sets they choose is measured on them, or on
            `links` without them.
        minimum_confidence: hits in the parse below it are left out; above 0 also those without a confidence.
        minimum_precision: what `minimum_confidences` are to reach, for the record.
        minimum_confidences: by phenomenon, in place of `minimum_confidence`.
        source: the text of each segment, where it is at hand: a parse of another one is refused.
        beside: a file next to which hits wait; without one, they wait in the system's folder for temporary files.
    """
    origin = Origin(
        parser="unknown",
        aligner=None,
        reference=None,
        phenomena=definitions_checksum([p.definition(language) for p in phenomena]),
        minimum_confidence=minimum_confidence,
        minimum_precision=minimum_precision,
        minimum_confidences=minimum_confidences or {},
    )
    detector = Detector(phenomena, language=language, origin=origin)
    waiting = TemporaryDirectory() if beside is None else temporary_folder(Path(beside).with_suffix(".spills"))
    with waiting as folder, ExitStack() as files:
        paths = [Path(folder, str(number)) for number in range(len(phenomena))]
        packed = pa.ipc.IpcWriteOptions(compression="lz4")
        spills = [files.enter_context(pa.ipc.new_stream(path, HITS.schema, options=packed)) for path in paths]
        for part in _aligned(parts if source is None else checked_parts(parts, source), links, outputs):
            for spill, hits in zip(spills, detector.hits(*part), strict=True):
                if len(hits):
                    spill.write_table(hits)
        detector.tell()
        yield detector.schema.empty_table()
        for path, spill in zip(paths, spills, strict=True):
            spill.close()
            with pa.ipc.open_stream(path) as batches:
                for batch in batches:
                    yield detector.finished(pa.Table.from_batches([batch]))


def _aligned(parts: Iterable[Treebank], links: AlignmentParts | None, outputs: OutputParts | None) -> Iterator[Part]:
    """Yield the parts of a parse, each with its links; at the end, refuse links to what is not in the parse."""
    last = None
    for last in parts:
        segment = int(last.segment[-1])
        of_reference = None if links is None else links.up_to(segment)
        yield last, of_reference, None if outputs is None else outputs.up_to(segment)
    for every in (links, outputs):
        if every is not None and last is not None:
            check_alignment(last, every.up_to().links)
