from extractors import corpus
from extractors.stage import stage
from extractors.translation import files

with stage(snakemake.log[0]):
    files.translate_file(
        corpus.read(snakemake.input.segments).source,
        output=snakemake.output.translation,
        about=snakemake.output.about,
        options=snakemake.params.options,
    )
