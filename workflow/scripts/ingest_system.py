from extractors.core.job import stage
from extractors.extract import ingest
from extractors.formats import tables
from extractors.formats.segments import read_corpus
from extractors.inputs.places import parse

with stage(snakemake.log[0]) as job:
    segments = len(read_corpus(snakemake.input.segments))
    for place, path in zip(snakemake.params.places, snakemake.output, strict=True):
        with job.one_of_many():
            table = ingest.ingest_system(place=parse(place), segments=segments, corpus=snakemake.params.source)
            tables.write(table, path)
    job.did(segments * len(snakemake.output), "segments")
