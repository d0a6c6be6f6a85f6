from extractors import corpus, segment_scores
from extractors.stage import stage

with stage(snakemake.log[0]):
    segment_scores.statistics_to_file(
        snakemake.params.source,
        snakemake.output[0],
        metric=snakemake.wildcards.metric,
        system=snakemake.wildcards.system,
        systems=snakemake.params.systems,
        segments=len(corpus.read(snakemake.input.segments)),
    )
