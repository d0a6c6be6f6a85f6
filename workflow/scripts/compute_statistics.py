from extractors.core.job import stage
from extractors.extract.edited_outputs import without_edited_outputs
from extractors.formats.segments import system_files
from extractors.scoring.segment_statistics import statistics_to_files

with stage(snakemake.log[0]):
    segments = snakemake.input.segments
    hypotheses = system_files(snakemake.input.systems, snakemake.params.systems)
    for (metric, options), folder in zip(snakemake.params.metrics.items(), snakemake.output, strict=True):
        humans = snakemake.params.humans.get(metric, [])
        humans = without_edited_outputs(humans, snakemake.input.audit, kept=snakemake.params.said_humans)
        statistics_to_files(hypotheses, segments, metric=metric, options=options, humans=humans, folder=folder)
