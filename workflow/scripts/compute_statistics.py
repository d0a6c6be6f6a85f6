from extractors.core.job import stage
from extractors.formats.segments import system_files
from extractors.score.segment_statistics import against_to_files, statistics_to_file

with stage(snakemake.log[0]) as job:
    systems = snakemake.params.systems
    outputs, segments = system_files(snakemake.output[0], systems), 0
    for system, hypotheses in system_files(snakemake.input.systems, systems).items():
        segments += statistics_to_file(
            hypotheses,
            snakemake.input.segments,
            system=system,
            metric=snakemake.wildcards.metric,
            options=snakemake.params.options,
            output=outputs[system],
        )
    against_to_files(
        system_files(snakemake.input.systems, systems),
        snakemake.input.segments,
        metric=snakemake.wildcards.metric,
        options=snakemake.params.options,
        humans=snakemake.params.humans,
        output=snakemake.output[0],
    )
    job.did(segments, "segments")
