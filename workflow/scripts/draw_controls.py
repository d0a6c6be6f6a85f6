from extractors.core.job import stage
from extractors.extract.control import control
from extractors.extract.control_settings import ControlSettings
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES, values_of
from extractors.formats.sets import SETS

with stage(snakemake.log[0]) as job:
    values = values_of(tables.read(COVARIATES, snakemake.input.covariates))
    settings = ControlSettings.of(snakemake.params.controls)
    samples = control(tables.read_parts(SETS, snakemake.input.sets), values, settings)
    job.did(tables.write_parts(samples, snakemake.output[0]), "samples")
