from extractors.core.job import stage
from extractors.formats import tables
from extractors.units.stage import cut_system

with stage(snakemake.log[0]) as job:
    table = cut_system(snakemake.input.hypotheses, snakemake.input.units, snakemake.wildcards.system)
    tables.write(table, snakemake.output[0])
    job.did(len(table), "units")
