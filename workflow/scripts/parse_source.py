from extractors import corpus, parsing
from extractors.stage import stage

with stage(snakemake.log[0]):
    segments = corpus.read(snakemake.input.segments)
    choice = snakemake.params.parse
    parser = parsing.create(
        choice["parser"], language=segments.source_language, model=choice["model"], options=choice["options"]
    )
    parsing.parse_to_file(parser, segments.source, snakemake.output[0])
