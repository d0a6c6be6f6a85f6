from extractors import parsing
from extractors.core.job import stage
from extractors.formats.segments import read_corpus

with stage(snakemake.log[0]):
    segments = read_corpus(snakemake.input.segments)
    choice = snakemake.params.parse
    parser = parsing.create(
        choice["parser"], language=segments.source_language, model=choice["model"], options=choice["options"]
    )
    parsing.parse_to_file(parser, segments.source, snakemake.output[0])
