from extractors.core.job import stage
from extractors.extract import parse
from extractors.extract.shards import of_job
from extractors.formats import tables
from extractors.formats.segments import read_corpus
from extractors.models.parsers import create_parser

with stage(snakemake.log[0]):
    total = tables.count_rows(snakemake.input.segments)
    segments = of_job(snakemake.wildcards, total)
    if shards := snakemake.input.get("shards"):
        suggest_units = snakemake.params.suggest_units
        parse.join_parses(shards, snakemake.output[0], segments=total, suggest_units=suggest_units)
    else:
        choice = snakemake.params.parse
        corpus = read_corpus(snakemake.input.segments, segments=segments)
        parser = create_parser(
            choice["parser"], language=corpus.source_language, model=choice["model"], options=choice["options"]
        )
        # A shard does not know how many segments of the others hold several sentences.
        suggest_units = snakemake.params.suggest_units and len(segments) == total
        parse.parse_to_file(
            parser,
            corpus.source,
            snakemake.output[0],
            first=segments.start,
            suggest_units=suggest_units,
            keep={"language": corpus.source_language, **choice["options"]},
        )
