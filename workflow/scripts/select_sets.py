from extractors.core.job import stage
from extractors.extract import select
from extractors.formats import tables
from extractors.formats.hits import HITS
from extractors.formats.sets import Range

with stage(snakemake.log[0]):
    wanted = {phenomenon: [Range(*parts) for parts in ranges] for phenomenon, ranges in snakemake.params.ranges.items()}
    tables.write(select.select(tables.read(HITS, snakemake.input[0]), wanted), snakemake.output[0])
