from extractors.accuracy.lexicon import default_parser, lexicon_to_file
from extractors.core.job import stage
from extractors.formats.segments import read_corpus

with stage(snakemake.log[0]):
    choice = snakemake.params.lemmas
    language = read_corpus(snakemake.input.segments).target_language
    lexicon_to_file(
        segments=snakemake.input.segments,
        systems=snakemake.input.systems,
        parser=default_parser(language, name=choice["parser"], model=choice["model"], options=choice["options"])
        if choice["compare"]
        else None,
        lexicon=snakemake.output[0],
        kept=snakemake.output[0],
    )
