from extractors.core.job import stage
from extractors.formats.tables import count_rows
from extractors.score.confounds import confounds_to_file
from extractors.settings.controls import ConfoundSettings, ControlSettings
from extractors.texts.places import parse

with stage(snakemake.log[0]) as job:
    place = snakemake.params.domains[0]
    confounds_to_file(
        snakemake.input.statistics,
        snakemake.input.sets,
        parses=snakemake.input.parses,
        segments=snakemake.input.segments,
        domains=None if place is None else parse(place),
        options=snakemake.params.metrics,
        controls=ControlSettings.of(snakemake.params.controls),
        settings=ConfoundSettings.of(snakemake.params.confounds),
        confounds_table=snakemake.output[0],
    )
    job.did(count_rows(snakemake.output[0]), "comparisons")
