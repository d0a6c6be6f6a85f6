from extractors import sets, tables
from extractors.stage import stage

with stage(snakemake.log[0]):
    wanted = {
        phenomenon: [sets.Range(*parts) for parts in ranges] for phenomenon, ranges in snakemake.params.ranges.items()
    }
    tables.write(sets.select(tables.read(tables.HITS, snakemake.input[0]), wanted), snakemake.output[0])
