from extractors.core.job import stage
from extractors.extract.units.unit_stage import cut_system
from extractors.formats import tables
from extractors.formats.segments import system_files

with stage(snakemake.log[0]) as job:
    units, systems = 0, snakemake.params.systems
    cut = system_files(snakemake.output[0], systems)
    for system, hypotheses in system_files(snakemake.input.systems, systems).items():
        with job.one_of_many():
            table = cut_system(hypotheses, snakemake.input.units, system)
            tables.write(table, cut[system])
            units += len(table)
    job.did(units, "units")
