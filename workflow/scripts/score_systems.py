from extractors.core.job import stage
from extractors.score.settings import Settings
from extractors.score.stage import score_to_files

with stage(snakemake.log[0]):
    score_to_files(
        snakemake.input.statistics,
        snakemake.input.sets,
        snakemake.input.controls,
        options=snakemake.params.metrics,
        settings=Settings(**snakemake.params.statistics),
        scores=snakemake.output.scores,
        by_bucket=snakemake.output.by_bucket,
        corpus=snakemake.output.corpus,
        comparisons=snakemake.output.comparisons,
        ranks=snakemake.output.ranks,
    )
