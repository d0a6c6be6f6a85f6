from pathlib import Path

from extractors.atlas.atlas_effects import AtlasCorpus
from extractors.atlas.atlas_pooling import atlas_to_files
from extractors.core.job import stage
from extractors.formats.tables import count_rows
from extractors.score.statistics.statistics_settings import StatisticsSettings

with stage(snakemake.log[0]) as job:
    corpora = [
        AtlasCorpus(**corpus | {"folder": Path(corpus["folder"])}) for corpus in map(dict, snakemake.params.corpora)
    ]
    atlas_to_files(
        corpora,
        StatisticsSettings.of(snakemake.params.statistics),
        atlas=snakemake.output.atlas,
        effects=snakemake.output.effects,
        systems=snakemake.output.systems,
        moderators=snakemake.output.moderators,
    )
    job.did(count_rows(snakemake.output.atlas), "effects")
