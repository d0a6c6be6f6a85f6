from extractors.core.job import stage
from extractors.extract import ingest
from extractors.formats import tables

with stage(snakemake.log[0]):
    tables.write(ingest.ingest(**snakemake.params.corpus), snakemake.output[0])
