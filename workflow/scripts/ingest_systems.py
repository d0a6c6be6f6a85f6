from pathlib import Path

from extractors.core.job import stage
from extractors.extract import ingest
from extractors.formats import tables
from extractors.formats.segments import read_corpus
from extractors.inputs.places import parse

with stage(snakemake.log[0]) as job:
    segments, places = len(read_corpus(snakemake.input.segments)), snakemake.params.places
    for system, place in places.items():
        with job.one_of_many():
            table = ingest.ingest_system(place=parse(place), segments=segments, corpus=snakemake.params.source)
            tables.write(table, Path(snakemake.output[0], f"{system}.parquet"))
    job.did(segments * len(places), "segments")
