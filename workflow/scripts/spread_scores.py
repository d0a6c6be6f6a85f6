from extractors.core.job import stage
from extractors.extract.units.spreading import spread_scores

with stage(snakemake.log[0]) as job:
    for statistics, spread in zip(snakemake.input.statistics, snakemake.output, strict=True):
        job.did(spread_scores(statistics, snakemake.input.units, spread), "units")
