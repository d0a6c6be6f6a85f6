from extractors.core.job import stage
from extractors.formats.tables import count_rows
from extractors.score.pooled import pool_to_file

with stage(snakemake.log[0]) as job:
    effects = dict(zip(snakemake.params.corpora, snakemake.input, strict=True))
    pool_to_file(effects, snakemake.output[0], alpha=snakemake.params.alpha)
    job.did(count_rows(snakemake.output[0]), "effects")
