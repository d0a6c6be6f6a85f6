from extractors import corpus, tables
from extractors.stage import stage

with stage(snakemake.log[0]):
    table = corpus.ingest(
        source=snakemake.params.source,
        references=snakemake.params.references,
        source_language=snakemake.params.source_language,
        target_language=snakemake.params.target_language,
    )
    tables.write(table, snakemake.output[0])
