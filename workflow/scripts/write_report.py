from pathlib import Path

from extractors.config.output_settings import ReportSettings
from extractors.core.job import stage
from extractors.report.results import read_results

with stage(snakemake.log[0]) as job:
    # Inside, so that the log says which extra is not installed.
    from extractors.report import page

    settings = ReportSettings.of(snakemake.params.settings)
    folder = Path(snakemake.input.segments).parent
    results = read_results(folder, snakemake.input.phenomena)
    size = page.write(results, folder, Path(snakemake.output[0]), settings)
    job.did(size // 1000, "kB")
