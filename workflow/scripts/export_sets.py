from extractors import corpus, sets, tables
from extractors.stage import stage

with stage(snakemake.log[0]):
    systems = dict(zip(snakemake.params.systems, map(corpus.read_hypotheses, snakemake.input.systems), strict=True))
    texts = corpus.read(snakemake.input.segments).texts(systems)
    sets.export(tables.read(tables.SETS, snakemake.input.sets), texts, snakemake.output[0])
