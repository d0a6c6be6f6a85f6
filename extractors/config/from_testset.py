"""`from:` of a corpus: a test set as its organisers give it becomes the keys that a user could have written by hand."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from extractors.config.model import Config, CorpusEntry
from extractors.core.languages import UNDETERMINED, plain_language
from extractors.core.settings import Keys
from extractors.core.yamlfile import ValueOrigin
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.importers.testset import NAMES, POST_EDITS, REFERENCES, SOURCE, SYSTEMS, has_names, has_source
from extractors.inputs.testset_settings import FromTestSet
from extractors.inputs.testsets import EvalSet

SCORES_FOLDER = "test_set/scores"
"""Where a run puts the scores of a test set, in the folder of the corpus."""
MERGED = (REFERENCES, SYSTEMS, POST_EDITS, "segment_scores")
"""The keys that name several things: what a user adds stands beside what the test set has."""


def taken_from(entry: CorpusEntry, config: Config) -> FromTestSet | None:
    """Return what a corpus takes from a test set, with {data_dir} replaced; None if it takes nothing."""
    if entry.from_ is None:
        return None
    return entry.from_.model_copy(update={"place": tuple(map(config.filled, entry.from_.place))})


def expanded(name: str, config: Config, origin: ValueOrigin) -> CorpusEntry:
    """Return the entry of a corpus, with the test set's values for the keys that the entry leaves out."""
    entry, keys = config.corpora[name], ("corpora", name, "from")
    settings = taken_from(entry, config)
    if settings is None:
        return entry
    begin = f"corpus {name}: "
    with origin.at(keys, begin):
        found = read_set(settings.test_set)
    if not has_source(found):
        raise origin.error(
            f"{begin}{sum(s.source is None for s in found.segments)} segments without source",
            keys,
            "put the organisers' file with the sources into the folder of the outputs",
        )
    given = _keys(found, settings, Path(config.results, name), keys, origin)
    own = entry.model_dump(exclude_unset=True)
    if isinstance(of_user := own.get(REFERENCES), dict):
        # The user may say who made a reference of the test set, and leave its text to the test set.
        texts = given.get(REFERENCES, {})
        own[REFERENCES] = {name: {**texts.get(name, {}), **reference} for name, reference in of_user.items()}
    own |= {key: {**given[key], **own[key]} for key in MERGED if key in given and isinstance(own.get(key), dict)}
    with origin.at(keys, begin):
        together = CorpusEntry.of({**given, **own})
    if together.source_language == UNDETERMINED:
        raise origin.error(
            f"{begin}the test set does not say which languages it is in",
            keys,
            "write the pair after the path: PATH#en-de, or give source_language and target_language",
        )
    return together


def has_marked_errors(test_set: str, systems: Iterable[str]) -> bool:
    """Return whether people marked errors in an output of at least one of these systems."""
    wanted = set(systems)
    annotations = (ratings.values for ratings in read_set(test_set).ratings.values() if ratings.human)
    return any(rating.errors and rating.system in wanted for ratings in annotations for rating in ratings)


def _keys(found: EvalSet, settings: FromTestSet, results: Path, keys: Keys, origin: ValueOrigin) -> dict[str, Any]:
    """Return the keys of a corpus that a test set gives."""
    place = f"testset:{settings.test_set}#"
    references = _taken("reference", settings.references, found.references, (*keys, REFERENCES), origin)
    systems = _taken("system", settings.systems, found.systems, (*keys, SYSTEMS), origin)
    scores = _taken("score", settings.scores, found.scores, (*keys, "scores"), origin)
    given: dict[str, Any] = {SOURCE: f"{place}{SOURCE}"}
    if found.languages is not None:
        # Regions and scripts are no part of the codes that parsers and tokenizers go by.
        given |= {
            "source_language": plain_language(found.languages[0]),
            "target_language": plain_language(found.languages[1]),
        }
    if references:
        given[REFERENCES] = {name: _reference(found, name, place) for name in references}
    if systems:
        given[SYSTEMS] = {name: f"{place}{SYSTEMS}/{name}" for name in systems}
    if edited := [name for name in systems if name in found.post_edits]:
        given[POST_EDITS] = {name: f"{place}{POST_EDITS}/{name}" for name in edited}
    if systems and scores:
        given["segment_scores"] = {name: _score_file(found, name, results, references) for name in scores}
    return given | {name: f"{place}{name}" for name in NAMES if has_names(found, name)}


def _reference(found: EvalSet, name: str, place: str) -> dict[str, str]:
    """Place and maker of a reference; that people made it is for the user alone to say in so many words."""
    made_by = found.references[name].made_by
    kind = {} if made_by == "human" else {"kind": made_by}
    return {"text": f"{place}{REFERENCES}/{name}", **kind}


def _taken(kind: str, wanted: Sequence[str] | None, known: Iterable[str], keys: Keys, origin: ValueOrigin) -> list[str]:
    """Return the names to take, in the order of the test set."""
    names = list(known)
    for name in wanted or ():
        origin.check_known(kind, name, names, keys)
    return names if wanted is None else [name for name in names if name in wanted]


def _score_file(found: EvalSet, name: str, results: Path, references: Sequence[str]) -> dict[str, Any]:
    """Describe the file of scores that the run writes, for the run to read."""
    scores = found.scores[name]
    rated = {score.system for score in scores.values}
    # What sees a reference has it at the end of its name, and no fair score of that one.
    seen = [reference for reference in references if name.endswith(f"-{reference}")]
    is_known = scores.sees == "source" or bool(seen)
    by_people = [reference for reference in references if found.references[reference].made_by == "human"]
    people = [reference for reference in by_people if is_known and reference in rated and reference not in seen]
    return {
        "path": str(results / SCORES_FOLDER / f"{name}.parquet"),
        "system": "system",
        "segment": "segment_id",
        "missing": "allow",
        "higher_is_better": scores.higher_is_better,
        "sees": scores.sees,
        "humans": people,
    }
