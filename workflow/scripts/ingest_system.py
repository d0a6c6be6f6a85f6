from extractors.core.job import stage
from extractors.extract import ingest
from extractors.formats import tables
from extractors.formats.segments import read_corpus
from extractors.texts.places import parse

with stage(snakemake.log[0]) as job:
    segments = len(read_corpus(snakemake.input.segments))
    table = ingest.ingest_system(place=parse(snakemake.params.place), segments=segments, corpus=snakemake.params.source)
    tables.write(table, snakemake.output[0])
    job.did(segments, "segments")
