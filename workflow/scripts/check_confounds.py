from extractors.core.job import stage
from extractors.score.confounds import confounds_to_file

with stage(snakemake.log[0]):
    chosen = snakemake.params.confounds
    confounds_to_file(
        snakemake.input.statistics,
        snakemake.input.sets,
        parses=snakemake.input.parses,
        segments=snakemake.input.segments,
        domains=snakemake.params.domains[0],
        options=snakemake.params.metrics,
        matching=snakemake.params.controls,
        names=chosen["covariates"],
        minimum_length=chosen["minimum_length"],
        confounds_table=snakemake.output[0],
    )
