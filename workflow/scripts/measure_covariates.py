from extractors.core.job import stage
from extractors.extract import segment_covariates
from extractors.formats import tables
from extractors.inputs.places import parse

with stage(snakemake.log[0]) as job:
    table = segment_covariates.measure(
        snakemake.input.parses,
        snakemake.input.segments,
        units=snakemake.input.units or None,
        uncut=snakemake.input.uncut or None,
        brought={name: parse(text) for name, text, _ in snakemake.params.covariates},
        **{name: parse(text) for name, text, _ in snakemake.params.names},
    )
    tables.write(table, snakemake.output[0])
    job.did(len(table), "segments")
