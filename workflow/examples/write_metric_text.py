from pathlib import Path

from extractors.inputs.beside_source import texts_beside
from extractors.inputs.places import parse
from extractors.inputs.reading import read_texts

source = parse(snakemake.params.source)
lines = texts_beside(parse(snakemake.params.place), read_texts(source), source_name=source)
Path(snakemake.output[0]).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
