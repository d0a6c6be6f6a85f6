from extractors.core.job import stage
from extractors.extract.edited_outputs import without_edited_outputs
from extractors.formats.segments import system_files
from extractors.scoring.segment_statistics import against_to_files, statistics_to_file

with stage(snakemake.log[0]):
    systems, segments = snakemake.params.systems, snakemake.input.segments
    hypotheses = system_files(snakemake.input.systems, systems)
    for (metric, options), folder in zip(snakemake.params.metrics.items(), snakemake.output, strict=True):
        outputs = system_files(folder, systems)
        for system, path in hypotheses.items():
            statistics_to_file(path, segments, system=system, metric=metric, options=options, output=outputs[system])
        humans = snakemake.params.humans.get(metric, [])
        humans = without_edited_outputs(humans, snakemake.input.audit, kept=snakemake.params.said_humans)
        against_to_files(hypotheses, segments, metric=metric, options=options, humans=humans, output=folder)
