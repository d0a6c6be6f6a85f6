from pathlib import Path

from extractors.config.output_settings import ReportSettings
from extractors.core.files import remaking_folder
from extractors.core.job import stage
from extractors.report.results import read_results

with stage(snakemake.log[0]):
    # Inside, so that the log says which extra is not installed.
    from extractors.report import page

    settings, made = ReportSettings.of(snakemake.params.settings), snakemake.output
    folder = Path(snakemake.input.segments).parent
    results = read_results(folder, snakemake.input.phenomena)
    page.write(results, folder, Path(made.page), settings)
    if charts := made.get("charts"):
        from extractors.report import chart_files

        with remaking_folder(Path(charts)) as new:
            chart_files.draw_all(results, new)
