from extractors.core.job import stage
from extractors.formats.segments import read_corpus
from extractors.score.accuracy.lexicon import default_parser, lexicon_to_file

with stage(snakemake.log[0]) as job:
    lemmas = snakemake.params.lemmas
    segments = read_corpus(snakemake.input.segments)
    language = segments.target_language
    parser = None
    if lemmas["compare"] == "lemmas":
        parser = default_parser(language, name=lemmas["parser"], model=lemmas["model"], options=lemmas["options"])
    lexicon_to_file(
        segments=snakemake.input.segments, systems=snakemake.input.systems, parser=parser, lexicon=snakemake.output[0]
    )
    job.did(len(segments) * (len(segments.references) + len(snakemake.input.systems)), "segments")
