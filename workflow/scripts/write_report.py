from pathlib import Path

from extractors.core.job import stage
from extractors.report import page
from extractors.report.results import read_results
from extractors.report.settings import Settings

with stage(snakemake.log[0]):
    settings = Settings(**snakemake.params.settings)
    folder = Path(snakemake.input.segments).parent
    results = read_results(folder, snakemake.input.phenomena, metric=settings.metric)
    page.write(results, folder, Path(snakemake.output[0]), settings)
