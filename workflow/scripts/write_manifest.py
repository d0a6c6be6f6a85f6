from extractors.config import manifest
from extractors.core.job import stage
from extractors.inputs.places import parse

with stage(snakemake.log[0]):
    manifest.write(
        snakemake.output[0],
        config=snakemake.params.config,
        files=[*snakemake.input.files, *snakemake.input.quality, snakemake.input.phenomena],
        controls=snakemake.input.controls,
        lexicon=snakemake.input.get("lexicon") or None,
        places=[parse(place) for place in snakemake.params.places],
        translations=list(snakemake.input.translations),
        detection=snakemake.params.detection,
    )
