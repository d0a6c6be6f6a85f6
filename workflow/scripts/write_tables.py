from extractors.core.job import stage
from extractors.report import paper_tables

with stage(snakemake.log[0]) as job:
    names = paper_tables.write(
        snakemake.input.sets,
        snakemake.input.scores,
        snakemake.input.effects,
        snakemake.input.trends,
        snakemake.output[0],
        alpha=snakemake.params.alpha,
    )
    job.did(len(names), "tables")
