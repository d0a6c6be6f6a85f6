from extractors.core.job import stage
from extractors.formats.tables import count_rows
from extractors.score.pooled import pool_to_file

with stage(snakemake.log[0]) as job:
    pool_to_file(snakemake.params.folders, snakemake.output.table, alpha=snakemake.params.alpha)
    job.did(count_rows(snakemake.output.table), "effects")
