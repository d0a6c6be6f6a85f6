from extractors.core.job import stage
from extractors.extract.units.stage import cut_system
from extractors.formats import tables

with stage(snakemake.log[0]) as job:
    units = 0
    for system, hypotheses, path in zip(
        snakemake.params.systems, snakemake.input.hypotheses, snakemake.output, strict=True
    ):
        with job.one_of_many():
            table = cut_system(hypotheses, snakemake.input.units, system)
            tables.write(table, path)
            units += len(table)
    job.did(units, "units")
