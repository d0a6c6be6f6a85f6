"""A published set of ours as a suite: each of its hits is an item, with a question for people."""

from pathlib import Path

from challenge_sets_suites.formats import SuiteReader, _checks
from challenge_sets_suites.formats._hits import hit_item
from challenge_sets_suites.tables.items import Suite, number_sentences
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.published import DESCRIPTION, HITS_FOLDER, PUBLISHED_HITS


class PublishedReader(SuiteReader):
    """Reads the `dataset.json` of a published set and the hits beside it.

    The distance of an item is that by which the set's own sets are made.
    """

    judge = "people"

    def read(self, path: Path) -> Suite:
        try:
            described = jsonfile.load(path)
            languages = described["source_language"], described["target_language"]
            is_without_texts = described.get("publish", {}).get("ids_only", False)
        except (KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"does not describe a published set: {error!r}", path=path, remedy=f"name the {DESCRIPTION} of a set"
            ) from None
        if is_without_texts:
            raise InputError(
                "the set holds ids only, no texts", path=path, remedy="rebuild it first: challenge-sets dataset rebuild"
            )
        files = sorted((path.parent / HITS_FOLDER).glob("*.parquet"))
        if not files:
            raise InputError(
                f"the folder of the set has no hits in {HITS_FOLDER}", path=path, remedy="download the set again"
            )
        rows = [row for file in files for row in tables.read(PUBLISHED_HITS, file).to_pylist()]
        rows.sort(key=lambda row: row["segment_id"])
        numbers = number_sentences([str(row["segment_id"]) for row in rows])
        items = [
            hit_item(
                row | {"distance_set": row["distance"]},
                sentence=number,
                source=row["source"],
                reference=next(iter(row["references"]), None),
                spans=[(row[f"{side}_start"], row[f"{side}_end"]) for side in ("head", "dependent")],
            )
            for row, number in zip(rows, numbers, strict=True)
        ]
        return _checks.suite(self, items, path, languages)
