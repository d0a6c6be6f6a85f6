from extractors.core.job import stage
from extractors.extract import align
from extractors.formats import conllu, tables
from extractors.formats.segments import read_corpus, read_hypotheses

with stage(snakemake.log[0]) as job:
    choice = snakemake.params.align
    systems = dict(zip(snakemake.params.systems, snakemake.input.systems, strict=True))
    table = align.align_outputs(
        read_corpus(snakemake.input.segments),
        conllu.read(snakemake.input.parses),
        {name: read_hypotheses(path) for name, path in systems.items()},
        aligner=choice["aligner"],
        model=choice["model"],
        options=choice["options"],
        minimum_confidence=choice["minimum_confidence"],
    )
    tables.write(table, snakemake.output[0])
    job.did(len(table), "links")
