from pathlib import Path

from extractors.core.job import stage
from extractors.extract import ingest
from extractors.extract.ingest import check_output
from extractors.formats import tables
from extractors.formats.segments import read_corpus
from extractors.inputs.places import parse

with stage(snakemake.log[0]) as job:
    corpus, places = read_corpus(snakemake.input.segments), snakemake.params.places
    for system, place in places.items():
        with job.one_of_many():
            table = ingest.ingest_system(place=parse(place), source=corpus.source, of=snakemake.params.source)
            if snakemake.params.check_languages:
                languages = {"source_language": corpus.source_language, "target_language": corpus.target_language}
                check_output(system, table.column("hypothesis").to_pylist(), corpus.source, **languages)
            tables.write(table, Path(snakemake.output[0], f"{system}.parquet"))
    job.did(len(corpus) * len(places), "segments")
