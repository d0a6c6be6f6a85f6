from extractors.core.job import stage
from extractors.extract import control
from extractors.extract.control_settings import ControlSettings
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES, values_of

with stage(snakemake.log[0]) as job:
    values = values_of(tables.read(COVARIATES, snakemake.input.covariates))
    settings = ControlSettings.of(snakemake.params.controls)
    samples = control.control_to_file(snakemake.input.sets, values, settings, snakemake.output[0])
    job.did(samples, "samples")
