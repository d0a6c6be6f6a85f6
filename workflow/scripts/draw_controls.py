from extractors import conllu, controls, covariates, tables
from extractors.stage import stage

with stage(snakemake.log[0]):
    chosen = snakemake.params.controls
    parses = snakemake.input.parses
    others = [name for name in chosen["match"] if name != "length"]
    known = (
        covariates.of_corpus(parses, snakemake.input.segments, snakemake.params.domains[0], others) if others else {}
    )
    table = controls.control(
        tables.read(tables.SETS, snakemake.input.sets),
        controls.source_lengths(conllu.read(parses)),
        **chosen,
        covariates=known,
    )
    tables.write(table, snakemake.output[0])
