from extractors.core.job import stage
from extractors.extract import select
from extractors.extract.set_settings import SetSettings
from extractors.formats import tables

with stage(snakemake.log[0]) as job:
    wanted = {name: select.ranges(SetSettings.of(distances)) for name, distances in snakemake.params.sets.items()}
    sets = select.select(select.read_hits(snakemake.input[0]), wanted)
    tables.write(sets, snakemake.output[0])
    job.did(len(sets), "sets")
