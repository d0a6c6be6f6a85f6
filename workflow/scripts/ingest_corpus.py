from extractors import corpus, tables
from extractors.stage import stage

with stage(snakemake.log[0]):
    tables.write(corpus.ingest(**snakemake.params.corpus), snakemake.output[0])
