from extractors.core.job import stage
from extractors.extract.units.unit_stage import cut_to_files
from extractors.formats.segments import system_files

with stage(snakemake.log[0]):
    cut_to_files(
        snakemake.input.segments,
        snakemake.input.parses,
        system_files(snakemake.input.systems, snakemake.params.systems),
        alignment=snakemake.input.alignment or None,
        output_alignment=snakemake.input.output_alignment or None,
        outputs=dict(snakemake.output.items()),
    )
