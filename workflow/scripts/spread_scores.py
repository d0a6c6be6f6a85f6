from extractors.core.job import stage
from extractors.units.spreading import spread_scores

with stage(snakemake.log[0]) as job:
    job.did(spread_scores(snakemake.input.statistics, snakemake.input.units, snakemake.output[0]), "units")
