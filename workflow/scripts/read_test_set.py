from extractors.core.job import stage
from extractors.extract import testset_tables as test_set
from extractors.formats.segments import read_source
from extractors.inputs.places import parse

with stage(snakemake.log[0]):
    people = snakemake.params.people
    found = test_set.read_beside(
        snakemake.params.test_set,
        list(read_source(snakemake.input.source)),
        source_name=snakemake.params.source,
        own={system: parse(text) for system, text in snakemake.params.own.items()},
        scores=list(people),
    )
    test_set.write(found, snakemake.output[0], systems=snakemake.params.systems, people=people)
