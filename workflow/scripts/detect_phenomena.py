from extractors.core.job import stage
from extractors.extract.detect import detect
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT, Alignment
from extractors.formats.segments import read_corpus
from extractors.phenomena import catalogue
from extractors.phenomena.trust import Detection

with stage(snakemake.log[0]) as job:
    where = snakemake.params.where
    known = catalogue.load(where["file"])
    path = snakemake.input.alignment
    links = Alignment.of(tables.read(ALIGNMENT, path), where["reference"], path=path) if path else None
    parses = conllu.read(snakemake.input.parses)
    detection = Detection.of(snakemake.params.detection)
    detection.check(parses.generator)
    detection.tell()
    hits = detect(
        parses,
        [known[name] for name in snakemake.params.ids],
        language=where["language"],
        alignment=links,
        minimum_confidence=snakemake.params.minimum_confidence,
        minimum_precision=detection.minimum_precision,
        minimum_confidences=detection.minimum_confidences,
        source=read_corpus(snakemake.input.segments).source,
    )
    tables.write(hits, snakemake.output[0])
    job.did(len(hits), "hits")
