from extractors.core.job import stage
from extractors.extract import ingest
from extractors.formats import tables
from extractors.inputs.places import parse

with stage(snakemake.log[0]):
    corpus = snakemake.params.corpus
    table = ingest.ingest(
        source=parse(corpus["source"]),
        references={name: parse(place) for name, place in corpus["references"].items()},
        source_language=corpus["source_language"],
        target_language=corpus["target_language"],
        check_languages=snakemake.params.check_languages,
    )
    tables.write(table, snakemake.output[0])
