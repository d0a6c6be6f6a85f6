from extractors import corpus, tables
from extractors.stage import stage

with stage(snakemake.log[0]):
    segments = len(corpus.read(snakemake.input.segments))
    table = corpus.ingest_system(place=snakemake.params.place, segments=segments, corpus=snakemake.params.source)
    tables.write(table, snakemake.output[0])
