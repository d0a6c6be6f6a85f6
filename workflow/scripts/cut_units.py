from extractors.core.job import stage
from extractors.extract.units.stage import cut_to_files

with stage(snakemake.log[0]) as job:
    units = cut_to_files(
        snakemake.input.segments,
        snakemake.input.parses,
        dict(zip(snakemake.params.systems, snakemake.input.systems, strict=True)),
        alignment=snakemake.input.alignment or None,
        output_alignment=snakemake.input.output_alignment or None,
        outputs=dict(snakemake.output.items()),
    )
    job.did(units, "units")
