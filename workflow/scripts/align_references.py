from extractors import aligning, conllu, corpus, tables
from extractors.stage import stage

with stage(snakemake.log[0]):
    choice = snakemake.params.align
    table = aligning.align_corpus(
        corpus.read(snakemake.input.segments),
        conllu.read(snakemake.input.parses),
        aligner=choice["aligner"],
        model=choice["model"],
        options=choice["options"],
        references=choice["references"],
    )
    tables.write(table, snakemake.output[0])
