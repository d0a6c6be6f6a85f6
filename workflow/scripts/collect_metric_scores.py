from pathlib import Path

from extractors.core.job import stage
from extractors.formats.segments import system_files
from extractors.score.metric_command_settings import MetricCommand
from extractors.score.metric_stage import marks_of_system, write_metric_tables

with stage(snakemake.log[0]) as job:
    systems, command = snakemake.params.systems, MetricCommand.of(snakemake.params.command)
    runs, versions, marks = [Path(file) for file in snakemake.input.runs], set(), {}
    by_name = {file.name: file for file in runs}
    for system, hypotheses in system_files(snakemake.input.systems, systems).items():
        with job.one_of_many():
            scores, version = by_name[f"{system}.scores.gz"], by_name[f"{system}.version.gz"]
            marks[system], said = marks_of_system(scores, version, hypotheses, command)
            versions.add(said)
    if not job.has_refused:
        write_metric_tables(
            marks,
            metric=snakemake.wildcards.metric,
            version=" and ".join(sorted(versions)),
            scores=snakemake.output.scores,
            ratings=snakemake.output.ratings,
            spans=snakemake.output.spans,
            marks_errors=command.spans,
        )
    job.did(sum(map(len, marks.values())), "scores")
