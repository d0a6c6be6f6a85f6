from extractors.core.job import stage
from extractors.extract import control, covariates
from extractors.formats import conllu, tables
from extractors.formats.sets import SETS
from extractors.formats.treebank import source_lengths

with stage(snakemake.log[0]):
    chosen = snakemake.params.controls
    parses = snakemake.input.parses
    others = [name for name in chosen["match"] if name != "length"]
    known = (
        covariates.of_corpus(parses, snakemake.input.segments, snakemake.params.domains[0], others) if others else {}
    )
    table = control.control(
        tables.read(SETS, snakemake.input.sets),
        source_lengths(conllu.read(parses)),
        **chosen,
        covariates=known,
    )
    tables.write(table, snakemake.output[0])
