from pathlib import Path

from challenge_sets_suites.suite_stage import judge_suite_to_files
from extractors.core.job import stage
from extractors.inputs.places import parse

with stage(snakemake.log[0]):
    judge_suite_to_files(
        snakemake.params.file,
        form=snakemake.params.form,
        form_options=snakemake.params.form_options,
        systems={name: parse(place) for name, place in snakemake.params.systems.items()},
        judge=snakemake.params.judge,
        options=snakemake.params.options,
        sources=parse(snakemake.params.sources) if snakemake.params.sources else None,
        folder=Path(snakemake.output.suite).parent,
    )
