from extractors.core.job import stage
from extractors.extract import select
from extractors.formats import tables
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.sets import SETS

with stage(snakemake.log[0]) as job:
    systems = dict(zip(snakemake.params.systems, map(read_hypotheses, snakemake.input.systems), strict=True))
    texts = read_corpus(snakemake.input.segments).texts(systems)
    sets = select.export(tables.read(SETS, snakemake.input.sets), texts, snakemake.output[0])
    job.did(sets, "sets")
