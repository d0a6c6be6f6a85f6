from extractors import scoring
from extractors.stage import stage

with stage(snakemake.log[0]):
    scoring.score_to_files(
        snakemake.input.statistics,
        snakemake.input.sets,
        snakemake.input.controls,
        options=snakemake.params.metrics,
        scores=snakemake.output.scores,
        by_bucket=snakemake.output.by_bucket,
        corpus=snakemake.output.corpus,
    )
