# Large corpora are parsed and aligned by shards, each a job that loads the model once; the rule of the whole then joins
# them. Until then shards lie in hidden folders.
import shutil

from extractors.models import parsers
from extractors.core import registry
from extractors.extract.shards import shards
from extractors.inputs.reading import rough_count


# Counted where a job's inputs are asked for, since many processes read this file.
@cache
def shards_of(corpus):
    """The names of the shards of a corpus; one where it is not cut."""
    return shards(rough_count(CORPORA[corpus].source), RUN.settings.shard_size)


def shard_files(corpus, folder, suffix):
    """The files of the shards of a corpus; none if it is small."""
    names = shards_of(corpus.name)
    return [f"{RUN.results}/{corpus.name}/{folder}/{name}{suffix}" for name in names] if len(names) > 1 else []


def parse_shards(wildcards):
    """The parses of the shards of the job's corpus; none if the parser must see all of it."""
    corpus = CORPORA[wildcards.corpus]
    if registry.flag(parsers, corpus.parse.parser, "needs_whole_corpus"):
        return []
    return shard_files(corpus, ".shards/parse", ".conllu.gz")


def link_shards(what, whole=""):
    """An input function: the links of the shards of a corpus.

    Args:
        what: `references` or `outputs`.
        whole: `whole/` for segments that are cut afterwards.
    """

    def of_job(wildcards):
        return shard_files(CORPORA[wildcards.corpus], f"{whole}.shards/{what}", ".parquet")

    return of_job


def clear_shards():
    """Remove the empty folders of shards that are joined."""
    for name in CORPORA:
        for folder in (RUN.results / name / ".shards", RUN.results / name / "whole/.shards"):
            if folder.is_dir() and not any(path.is_file() for path in folder.rglob("*")):
                shutil.rmtree(folder)
