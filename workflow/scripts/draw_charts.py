from pathlib import Path

from extractors.core.files import remaking_folder
from extractors.core.job import stage
from extractors.report.results import read_results

with stage(snakemake.log[0]) as job:
    # Inside, so that the log says which extra is not installed.
    from extractors.report import chart_files

    output = Path(snakemake.output[0])
    results = read_results(output.parent, snakemake.input.phenomena)
    with remaking_folder(output) as folder:
        names = chart_files.draw_all(results, folder)
    job.did(len(names), "charts")
