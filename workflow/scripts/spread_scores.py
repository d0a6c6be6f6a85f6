from extractors.core.job import stage
from extractors.extract.units.unit_stage import spread_scores
from extractors.formats.segments import system_files

with stage(snakemake.log[0]):
    systems = snakemake.params.systems
    outputs = system_files(snakemake.output[0], systems)
    for system, statistics in system_files(snakemake.input.statistics, systems).items():
        spread_scores(statistics, snakemake.input.units, outputs[system])
