from pathlib import Path

from extractors.core.job import stage
from extractors.suites.suite_stage import tabulate_suite_to_files

with stage(snakemake.log[0]):
    tabulate_suite_to_files(
        items=snakemake.input.suite,
        judged=snakemake.input.judged,
        answers=snakemake.input.answers,
        folder=Path(snakemake.output.judgments).parent,
        compare_on=snakemake.params.compare_on,
    )
