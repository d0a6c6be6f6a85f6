from extractors.core.job import stage
from extractors.units.stage import cut_to_files

with stage(snakemake.log[0]) as job:
    units = cut_to_files(
        snakemake.input.segments,
        snakemake.input.parses,
        snakemake.input.alignments,
        dict(zip(snakemake.params.systems, snakemake.input.systems, strict=True)),
        outputs=dict(snakemake.output.items()),
    )
    job.did(units, "units")
