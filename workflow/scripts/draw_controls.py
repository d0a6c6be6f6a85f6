from extractors.core.job import stage
from extractors.extract import control, covariates
from extractors.formats import conllu, tables
from extractors.formats.sets import SETS
from extractors.formats.treebank import source_lengths
from extractors.settings.controls import ControlSettings
from extractors.texts.places import parse

with stage(snakemake.log[0]) as job:
    settings = ControlSettings.of(snakemake.params.controls)
    parses = snakemake.input.parses
    place = snakemake.params.domains[0]
    values = {}
    if settings.others:
        domains = None if place is None else parse(place)
        values = covariates.of_corpus(parses, snakemake.input.segments, domains, settings.others)
    table = control.control(
        tables.read(SETS, snakemake.input.sets), source_lengths(conllu.read(parses)), settings, covariates=values
    )
    tables.write(table, snakemake.output[0])
    job.did(len(table), "samples")
