from extractors.core.job import stage
from extractors.score.settings import Settings
from extractors.score.stage import trends_to_file

with stage(snakemake.log[0]):
    trends_to_file(
        snakemake.input.statistics,
        snakemake.input.sets,
        snakemake.input.hits,
        snakemake.input.parses,
        options=snakemake.params.metrics,
        settings=Settings(**snakemake.params.statistics),
        trends=snakemake.output[0],
    )
