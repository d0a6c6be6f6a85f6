from extractors.core.job import stage
from extractors.report.atlas_page import write_atlas

with stage(snakemake.log[0]) as job:
    size = write_atlas(
        snakemake.input.atlas,
        snakemake.input.effects,
        snakemake.input.systems,
        snakemake.input.moderators,
        snakemake.input.phenomena,
        snakemake.output[0],
        reports=snakemake.params.reports,
        has_examples=snakemake.params.has_examples,
        charts=snakemake.params.charts,
        alpha=snakemake.params.alpha,
    )
    job.did(size // 1000, "kB")
