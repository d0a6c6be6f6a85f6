from extractors.core.job import stage
from extractors.score.segment_statistics import statistics_to_file

with stage(snakemake.log[0]) as job:
    segments = statistics_to_file(
        snakemake.input.hypotheses,
        snakemake.input.segments,
        system=snakemake.wildcards.system,
        metric=snakemake.wildcards.metric,
        options=snakemake.params.options,
        output=snakemake.output[0],
    )
    job.did(segments, "segments")
