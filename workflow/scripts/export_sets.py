from extractors.core.files import remaking_folder
from extractors.core.job import stage
from extractors.extract import select
from extractors.formats import tables
from extractors.formats.segments import read_corpus, read_hypotheses, system_files
from extractors.formats.sets import SETS

with stage(snakemake.log[0]):
    files = system_files(snakemake.input.systems, snakemake.params.systems)
    systems = {system: read_hypotheses(file) for system, file in files.items()}
    texts = read_corpus(snakemake.input.segments).texts(systems)
    with remaking_folder(snakemake.output[0]) as folder:
        select.export(tables.read(SETS, snakemake.input.sets), texts, folder)
