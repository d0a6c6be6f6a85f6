from extractors import conllu, controls, tables
from extractors.stage import stage

with stage(snakemake.log[0]):
    table = controls.control(
        tables.read(tables.SETS, snakemake.input.sets),
        controls.source_lengths(conllu.read(snakemake.input.parses)),
        **snakemake.params.controls,
    )
    tables.write(table, snakemake.output[0])
