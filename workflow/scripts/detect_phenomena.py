from extractors import conllu, phenomena, tables
from extractors.detect import Alignment, detect
from extractors.stage import stage

with stage(snakemake.log[0]):
    known = phenomena.load(snakemake.params.file)
    path = snakemake.input.alignment
    hits = detect(
        conllu.read(snakemake.input.parses),
        [known[name] for name in snakemake.params.ids],
        language=snakemake.params.language,
        alignment=Alignment.of(tables.read(tables.ALIGNMENT, path), snakemake.params.reference, path=path),
    )
    tables.write(hits, snakemake.output[0])
