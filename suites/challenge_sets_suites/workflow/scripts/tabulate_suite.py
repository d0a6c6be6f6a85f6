from pathlib import Path

from challenge_sets_suites.suite_stage import tabulate_suite_to_files
from extractors.core.job import stage

with stage(snakemake.log[0]):
    tabulate_suite_to_files(
        items=snakemake.input.suite,
        judged=snakemake.input.judged,
        answers=snakemake.input.answers,
        folder=Path(snakemake.output.judgments).parent,
        compare_on=snakemake.params.compare_on,
    )
