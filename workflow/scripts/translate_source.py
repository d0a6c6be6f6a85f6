from extractors import corpus, translation
from extractors.stage import stage

with stage(snakemake.log[0]):
    translation.translate_file(
        corpus.read(snakemake.input.segments).source,
        output=snakemake.output.translation,
        about=snakemake.output.about,
        options=snakemake.params.options,
    )
