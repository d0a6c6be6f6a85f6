from extractors.core.job import stage
from extractors.extract import align
from extractors.formats import conllu, tables
from extractors.formats.segments import read_corpus

with stage(snakemake.log[0]) as job:
    choice = snakemake.params.align
    segments = read_corpus(snakemake.input.segments)
    table = align.align_corpus(
        segments,
        conllu.read(snakemake.input.parses),
        aligner=choice["aligner"],
        model=choice["model"],
        options=choice["options"],
        references=choice["references"],
        minimum_confidence=choice["minimum_confidence"],
    )
    tables.write(table, snakemake.output[0])
    job.did(len(segments), "segments")
