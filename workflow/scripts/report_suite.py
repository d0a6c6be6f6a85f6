from pathlib import Path

from extractors.config.output_settings import ReportSettings
from extractors.core.files import remaking_folder
from extractors.core.job import stage
from extractors.report.suite import suite_paper_tables

with stage(snakemake.log[0]):
    # Inside, so that the log says which extra is not installed.
    from extractors.report import suite_page

    folder = Path(snakemake.input.suite).parent
    with remaking_folder(snakemake.output.tables) as new:
        suite_paper_tables.write(folder, new)
    suite_page.write(folder, snakemake.output.page, ReportSettings.of(snakemake.params.settings))
