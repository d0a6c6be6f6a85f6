from extractors.core.job import stage
from extractors.extract import select
from extractors.formats import tables
from extractors.formats.hits import HITS
from extractors.settings.sets import SetSettings

with stage(snakemake.log[0]):
    wanted = {name: select.ranges(SetSettings.of(distances)) for name, distances in snakemake.params.sets.items()}
    tables.write(select.select(tables.read(HITS, snakemake.input[0]), wanted), snakemake.output[0])
