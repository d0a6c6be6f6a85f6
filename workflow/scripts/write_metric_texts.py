from pathlib import Path

from extractors.core.job import stage
from extractors.formats.segments import hypothesis_texts, read_corpus, system_files
from extractors.score.metric_texts import MetricTexts

with stage(snakemake.log[0]) as job:
    corpus, systems = read_corpus(snakemake.input.segments), snakemake.params.systems
    files = system_files(snakemake.input.systems, systems)
    MetricTexts(Path(snakemake.output[0])).write(corpus, {name: hypothesis_texts(file) for name, file in files.items()})
    job.did(len(corpus) * len(systems), "outputs of segments")
