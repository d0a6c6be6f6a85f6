from pathlib import Path

from extractors.core.files import remaking_folder
from extractors.core.job import stage
from extractors.report import paper_tables

with stage(snakemake.log[0]) as job:
    folder = Path(snakemake.output[0])
    with remaking_folder(folder) as new:
        names = paper_tables.write(folder.parent, new, alpha=snakemake.params.alpha)
    job.did(len(names), "tables")
