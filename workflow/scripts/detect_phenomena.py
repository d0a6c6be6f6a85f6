from extractors.core.job import stage
from extractors.extract.detect import detect
from extractors.formats import conllu, tables
from extractors.formats.alignment import AlignmentParts, OutputParts
from extractors.formats.segments import read_source
from extractors.phenomena import catalogue
from extractors.phenomena.chosen_phenomena import Detection

with stage(snakemake.log[0]) as job:
    where = snakemake.params.where
    known = catalogue.load(where["file"])
    path, of_outputs = snakemake.input.alignment, snakemake.input.output_alignment
    detection = Detection.of(snakemake.params.detection)
    detection.check(conllu.generator_of(snakemake.input.parses))
    detection.tell()
    hits = detect(
        conllu.read_parts(snakemake.input.parses),
        [known[name] for name in snakemake.params.ids],
        language=where["language"],
        links=AlignmentParts(path, where["reference"]) if path else None,
        outputs=OutputParts(of_outputs, systems=where["systems"]) if of_outputs else None,
        minimum_confidence=snakemake.params.minimum_confidence,
        minimum_precision=detection.minimum_precision,
        minimum_confidences=detection.minimum_confidences,
        source=read_source(snakemake.input.segments),
        beside=snakemake.output[0],
    )
    job.did(tables.write_parts(hits, snakemake.output[0]), "hits")
