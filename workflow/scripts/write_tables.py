from pathlib import Path

from extractors.config import manifest
from extractors.core.files import remaking_folder
from extractors.core.job import stage
from extractors.inputs.places import parse
from extractors.report import paper_tables
from extractors.words.joined_evidence import conclusions_to_file

with stage(snakemake.log[0]):
    tables, made, params = snakemake.input, snakemake.output, snakemake.params
    conclusions_to_file(
        tables.findings,
        words=tables.words or None,
        marked=tables.marked or None,
        metrics=params.metrics,
        alpha=params.alpha,
        output=made.conclusions,
    )
    manifest.write(
        made.manifest,
        config=params.config,
        files=[*tables.files, *tables.quality, tables.phenomena],
        controls=tables.controls,
        words=tables.words or None,
        places=[parse(place) for place in params.places],
        detection=params.detection,
    )
    folder = Path(made.tables)
    with remaking_folder(folder) as new:
        paper_tables.write(folder.parent, new, alpha=params.alpha)
