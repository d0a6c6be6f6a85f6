from pathlib import Path

from extractors.core.job import stage
from extractors.formats.tables import count_rows
from extractors.judgments.stage import suite_tables_to_files

with stage(snakemake.log[0]) as job:
    folder = Path(snakemake.output.suite_accuracy).parent
    suite_tables_to_files(snakemake.input.suite, snakemake.input.judgments, folder, snakemake.output.sheet)
    job.did(count_rows(snakemake.output.suite_accuracy), "accuracies")
