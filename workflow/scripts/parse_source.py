from extractors.core.job import stage
from extractors.extract import parse
from extractors.formats.segments import read_corpus
from extractors.parsers import create_parser

with stage(snakemake.log[0]) as job:
    segments = read_corpus(snakemake.input.segments)
    choice = snakemake.params.parse
    parser = create_parser(
        choice["parser"], language=segments.source_language, model=choice["model"], options=choice["options"]
    )
    parse.parse_to_file(parser, segments.source, snakemake.output[0], suggest_units=snakemake.params.suggest_units)
    job.did(len(segments), "segments")
