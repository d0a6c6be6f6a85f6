from extractors.core.job import stage
from extractors.formats.segments import system_files
from extractors.words.post_edits import edit_rates_to_file

with stage(snakemake.log[0]):
    systems = snakemake.params.systems
    edit_rates_to_file(
        segments=snakemake.input.segments,
        outputs=system_files(snakemake.input.systems, systems),
        post_edits=system_files(snakemake.input.post_edits, systems),
        scores=snakemake.output[0],
    )
