from extractors.config import manifest
from extractors.config.results_readme import write_readme
from extractors.core.job import stage
from extractors.inputs.places import parse

with stage(snakemake.log[0]):
    manifest.write(
        snakemake.output.manifest,
        config=snakemake.params.config,
        files=[*snakemake.input.files, *snakemake.input.quality, snakemake.input.phenomena],
        controls=snakemake.input.controls,
        lexicon=snakemake.input.get("lexicon") or None,
        places=[parse(place) for place in snakemake.params.places],
        detection=snakemake.params.detection,
    )
    write_readme(snakemake.output.readme, snakemake.wildcards.corpus, snakemake.params.targets)
