from extractors.core.job import stage
from extractors.extract import align
from extractors.formats import conllu, tables
from extractors.formats.segments import read_corpus

with stage(snakemake.log[0]):
    choice = snakemake.params.align
    table = align.align_corpus(
        read_corpus(snakemake.input.segments),
        conllu.read(snakemake.input.parses),
        aligner=choice["aligner"],
        model=choice["model"],
        options=choice["options"],
        references=choice["references"],
    )
    tables.write(table, snakemake.output[0])
