from pathlib import Path

from extractors.core.job import stage
from extractors.formats.tables import count_rows
from extractors.judgments.stage import settle_to_files, suite_tables_to_files

with stage(snakemake.log[0]) as job:
    settle_to_files(
        items=snakemake.input.suite,
        judged=snakemake.input.judged,
        answers=snakemake.input.answers,
        judgments=snakemake.output.judgments,
        conflicts=snakemake.output.conflicts,
        agreed=snakemake.output.agreed,
    )
    folder = Path(snakemake.output.suite_accuracy).parent
    suite_tables_to_files(snakemake.input.suite, snakemake.output.judgments, folder, snakemake.output.sheet)
    job.did(count_rows(snakemake.output.suite_accuracy), "accuracies")
