from extractors import corpus
from extractors.core.job import stage
from extractors.formats import tables

with stage(snakemake.log[0]):
    tables.write(corpus.ingest(**snakemake.params.corpus), snakemake.output[0])
