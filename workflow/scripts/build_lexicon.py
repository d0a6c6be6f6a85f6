from extractors.core.job import stage
from extractors.formats.segments import read_corpus, system_files
from extractors.words.lexicon import default_parser, lexicon_to_file

with stage(snakemake.log[0]) as job:
    lemmas = snakemake.params.lemmas
    segments = read_corpus(snakemake.input.segments)
    language = segments.target_language
    parser = None
    if lemmas["compare"] == "lemmas":
        parser = default_parser(language, name=lemmas["parser"], model=lemmas["model"], options=lemmas["options"])
    systems = system_files(snakemake.input.systems, snakemake.params.systems)
    lexicon_to_file(
        segments=snakemake.input.segments, systems=systems.values(), parser=parser, lexicon=snakemake.output[0]
    )
    job.did(len(segments) * (len(segments.references) + len(systems)), "segments")
