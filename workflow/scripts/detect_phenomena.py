from extractors import conllu, phenomena, tables
from extractors.detect import Alignment, detect
from extractors.stage import stage

with stage(snakemake.log[0]):
    where = snakemake.params.where
    known = phenomena.load(where["file"])
    path = snakemake.input.alignment
    hits = detect(
        conllu.read(snakemake.input.parses),
        [known[name] for name in snakemake.params.ids],
        language=where["language"],
        alignment=Alignment.of(tables.read(tables.ALIGNMENT, path), where["reference"], path=path),
        minimum_confidence=snakemake.params.minimum_confidence,
    )
    tables.write(hits, snakemake.output[0])
