"""What decides on a stage's results besides the files that Snakemake watches: models, and places of texts."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from extractors.config.corpus import CorpusConfig
from extractors.core.files import state
from extractors.inputs.places import Place
from extractors.inputs.reading import state_of
from extractors.models import installed


def model_states(name: str | None, prefix: str | tuple[str, ...]) -> list[Any]:
    """Return the state of a parser's or aligner's model; of the shipped ones if none is named.

    Args:
        prefix: how the names of the shipped models of that kind begin.
    """
    if name is None:
        return [state(installed.shipped_folder() / one) for one in installed.shipped() if one.startswith(prefix)]
    return [state(path)] if (path := installed.find(name)) else []


def parser_of(corpus: CorpusConfig) -> dict[str, Any]:
    """Return the settings of a corpus's parser that affect the parses: all but its measured quality."""
    return {name: value for name, value in corpus.parse.as_dict().items() if name != "quality"}


def aligner_files(corpus: CorpusConfig) -> list[str]:
    """List the files that the aligner's model and options name; `{reference}` stands for the name of each reference."""
    named = [corpus.align.model, *corpus.align.options.values()]
    patterns = [name for name in named if isinstance(name, str)]
    filled = {p.replace("{reference}", r) for p in patterns for r in corpus.aligned_references}
    return sorted(file for file in filled if Path(file).is_file())


def places_with_states(places: Mapping[str, Place]) -> list[list[Any]]:
    """Return [name, place, state of its file] for each place."""
    return [[name, place.text, state_of(place)] for name, place in places.items()]
