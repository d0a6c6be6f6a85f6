from pathlib import Path

from challenge_sets_suites.report import suite_paper_tables
from extractors.config.output_settings import ReportSettings
from extractors.core.files import remaking_folder
from extractors.core.job import stage

with stage(snakemake.log[0]):
    # Inside, so that the log says which extra is not installed.
    from challenge_sets_suites.report import suite_page

    folder = Path(snakemake.input.suite).parent
    with remaking_folder(snakemake.output.tables) as new:
        suite_paper_tables.write(folder, new)
    suite_page.write(folder, snakemake.output.page, ReportSettings.of(snakemake.params.settings))
