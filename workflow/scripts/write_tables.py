from extractors import paper_tables
from extractors.core.job import stage

with stage(snakemake.log[0]):
    paper_tables.write(
        snakemake.input.sets,
        snakemake.input.scores,
        snakemake.input.trends,
        snakemake.output[0],
        alpha=snakemake.params.alpha,
    )
