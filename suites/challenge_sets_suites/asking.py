"""Draw what people or a model are asked about a corpus: hits of phenomena, and control words that match them.

Half of what a sample could say is lost on hits that all systems translate alike. So hits are drawn from two strata,
those on which the systems differ and the others, three from the first for one from the second, and each counts as many
times as it stands for (Cochran 1977, chapter 5).
"""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from challenge_sets_suites.formats._hits import hit_id
from challenge_sets_suites.formats.results import ResultsReader
from challenge_sets_suites.tables.asked import ASKED
from challenge_sets_suites.tables.items import Item, Suite, normalised
from challenge_sets_suites.tables.judgments import JUDGMENTS, UNDECIDED, Verdict, judgment
from extractors.core.errors import InputError, check_known
from extractors.formats import conllu
from extractors.formats.accuracy import ACCURACY_HITS
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.control_words import CONTROL, HIT, PLACES
from extractors.formats.corpus_folder import CorpusFolder
from extractors.formats.hits import HITS
from extractors.formats.segments import SEGMENTS, read_corpus, read_hypotheses
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import Phenomenon
from extractors.publish.words_of_hits import control_words
from extractors.scoring.run_manifest import Manifest, read_manifest
from extractors.words.accuracy_settings import AccuracySettings

OF_DIFFERING = 0.75
"""The share of the hits drawn on which systems differ, where there are enough."""
HITS_OF, CONTROLS_OF = "hits", "control words"
"""The categories of items."""
READER = "en"
"""The language of questions, unless another is named."""
OF_CONTROLS = {
    "en": ("Is {} translated right?", "Are {} and {} translated right?"),
    "de": ("Ist {} richtig übersetzt?", "Sind {} und {} richtig übersetzt?"),
}
"""By language of the reader, what is asked about one control word, and about two."""
Row = Mapping[str, Any]


@dataclass(frozen=True)
class DrawnQuestions:
    """What is asked.

    Attributes:
        suite: the items in random order, each with its question.
        about: a table of `ASKED`, a row for each item.
        outputs: a table of `JUDGMENTS`, all undecided.
        found: of each phenomenon, how many hits there are, and on how many of them systems differ.
    """

    suite: Suite
    about: pa.Table
    outputs: pa.Table
    found: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def draw(
    folder: Path,
    phenomena: Sequence[str],
    *,
    each: int,
    controls: int,
    systems: Collection[str] | None = None,
    reader: str = READER,
    seed: int,
) -> DrawnQuestions:
    """Draw from the results of a corpus.

    Args:
        phenomena: their ids.
        each, controls: how many hits, and pairs of control words, of each phenomenon.
        systems: whose outputs are judged; None for all.
        reader: language of the questions; a phenomenon without one in it is asked about in English.
    """
    asked = [*dict.fromkeys(phenomena)]
    run = _Run(CorpusFolder(folder), asked, systems, reader, has_controls=controls > 0)
    about: list[dict[str, Any]] = []
    items: list[Item] = []
    found = {}
    for name in asked:
        stream = random.Random(f"{seed}\0{name}")
        differing: list[Row] = []
        alike: list[Row] = []
        for hit in run.hits[name]:
            (differing if run.differ(hit) else alike).append(hit)
        found[name] = len(differing) + len(alike), len(differing)
        for is_differing, drawn, every in _drawn(differing, alike, each, stream):
            for hit in drawn:
                items.append(run.item(hit))
                about.append(_row(items[-1], hit["segment_id"], is_differing, every / len(drawn), hit["distance_set"]))
        chosen = [row["item"] for row in about if row["phenomenon"] == name]
        for item, segment in run.controls(name, {*chosen}, controls, stream):
            items.append(item)
            about.append(_row(item, segment, False, 1.0, None))
    # In any order, so that nobody sees which are hits.
    order = random.Random(seed).sample(range(len(items)), len(items))
    items, about = [items[k] for k in order], [about[k] for k in order]
    suite = replace(run.suite, items=items)
    rows = [
        judgment(item.item, system, texts[item.sentence], "nobody", Verdict(UNDECIDED, "nobody was asked yet"))
        for item in items
        for system, texts in run.outputs.items()
    ]
    return DrawnQuestions(suite, ASKED.table(about), JUDGMENTS.table(rows), found)


def _drawn(
    differing: list[Row], alike: list[Row], each: int, stream: random.Random
) -> Iterator[tuple[bool, list[Row], int]]:
    """Yield for each stratum that is drawn from whether systems differ, the hits drawn, and how many it has."""
    wanted = min(len(differing), max(round(OF_DIFFERING * each), each - len(alike)))
    # Of each stratum one, or the others would stand for nothing.
    wanted -= wanted == each > 1 and bool(alike)
    for is_differing, hits, number in ((True, differing, wanted), (False, alike, min(len(alike), each - wanted))):
        if number:
            yield is_differing, stream.sample(hits, number), len(hits)


def _row(item: Item, segment: int, differ: bool, weight: float, distance: int | None) -> dict[str, Any]:
    return {
        "item": item.item,
        "phenomenon": item.phenomenon,
        "is_hit": item.category == HITS_OF,
        "segment_id": segment,
        "distance": distance,
        "differ": differ,
        "weight": weight,
    }


class _Run:
    """The results of a corpus, as far as questions need them."""

    def __init__(
        self,
        folder: CorpusFolder,
        phenomena: Sequence[str],
        systems: Collection[str] | None,
        reader: str,
        *,
        has_controls: bool,
    ) -> None:
        self._folder, self._reader = folder, reader
        self._corpus = read_corpus(folder.file(SEGMENTS))
        self.suite = ResultsReader().read(folder.file(HITS))
        self._items = {item.item: item for item in self.suite.items}
        manifest = read_manifest(folder.manifest)
        known = catalogue.load(manifest.phenomena_file(), languages=[manifest.corpus.source_language])
        self._phenomena: Mapping[str, Phenomenon] = known
        languages = {language for one in known.values() for language in one.question}
        if reader not in languages:
            raise InputError(
                f"there is no question in {reader!r}",
                remedy=f"take --reader {' or '.join(sorted(languages))}, or give an entry of your own a `question`",
            )
        self.hits: dict[str, list[Row]] = {}
        hits = folder.read(HITS)
        for hit in {hit_id(row): row for row in hits.to_pylist()}.values():
            self.hits.setdefault(hit["phenomenon"], []).append(hit)
        check_known("phenomenon with hits", phenomena, self.hits, path=folder.file(HITS))
        files = {path.stem: path for path in sorted((folder.path / "systems").glob("*.parquet"))}
        if not files:
            raise InputError(
                "the corpus has no systems", path=folder.path, remedy="name systems in its config, and run it"
            )
        check_known("system", systems or (), files, path=folder.path)
        self.outputs = {name: read_hypotheses(path) for name, path in files.items() if not systems or name in systems}
        self._at_words = self._read_matches(manifest)
        # Words are not looked for in a run without accuracy, nor in one without links.
        self._controls: dict[str, list[Row]] = {}
        if has_controls and manifest.has_accuracy:
            of_phenomena = hits.filter(pc.is_in(hits.column("phenomenon"), pa.array(phenomena, pa.string())))
            self._controls = self._read_controls(of_phenomena, AccuracySettings.of(manifest.config.get("accuracy", {})))

    def _read_matches(self, manifest: Manifest) -> dict[str, set[bool | None]]:
        """Return which matches of references the systems have at each hit, where the run has looked for them."""
        found: dict[str, set[bool | None]] = {}
        if manifest.has_accuracy:
            for row in self._folder.read(ACCURACY_HITS).to_pylist():
                if row["system"] in self.outputs:
                    found.setdefault(hit_id(row), set()).add(row["reference_match"])
        return found

    def _read_controls(self, hits: pa.Table, settings: AccuracySettings) -> dict[str, list[Row]]:
        """Return the rows of `CONTROL_WORDS` of hits and their control words, by phenomenon."""
        table = control_words(
            treebank=conllu.read(self._folder.parses),
            hits=hits,
            links=self._folder.read(ALIGNMENT),
            corpus=self._corpus,
            settings=settings,
            path=str(self._folder.file(ALIGNMENT)),
            order=(),
        )
        by_phenomenon: dict[str, list[Row]] = {}
        for row in table.to_pylist():
            if row["kind"] in (HIT, CONTROL):
                by_phenomenon.setdefault(row["phenomenon"], []).append(row)
        return by_phenomenon

    def differ(self, hit: Row) -> bool:
        """Return whether systems differ at the words of a hit, or in their outputs where words are not looked for."""
        matches = self._at_words.get(hit_id(hit))
        if matches is not None and matches != {None}:
            return len(matches) > 1
        return len({normalised(texts[hit["segment_id"]]) for texts in self.outputs.values()}) > 1

    def item(self, hit: Row) -> Item:
        """Return the item of a hit, with the question of its phenomenon."""
        item = self._items[hit_id(hit)]
        questions = self._phenomena[hit["phenomenon"]].question if hit["phenomenon"] in self._phenomena else {}
        question = questions.get(self._reader) or questions.get(READER)
        if question is not None:
            question = question.format(head=hit["head_form"], dependent=hit["dependent_form"], words=_words(item, hit))
        return replace(item, category=HITS_OF, question=question or item.question)

    def controls(
        self, phenomenon: str, hits: Collection[str], number: int, stream: random.Random
    ) -> Iterator[tuple[Item, int]]:
        """Yield items of control words: of the same strata as the hits that were drawn, each pair once."""
        rows, drawn = self._controls.get(phenomenon, []), self._places(hits)
        strata = [row["stratum"] for row in rows if row["kind"] == HIT and _at(row) in drawn]
        pools: dict[int, dict[tuple[int, ...], Row]] = {}
        for row in rows:
            if row["kind"] == CONTROL:
                pools.setdefault(row["stratum"], {})[_at(row)] = row
        stream.shuffle(strata)
        used: set[tuple[int, ...]] = set()
        for stratum in strata:
            free = [at for at in pools.get(stratum, {}) if at not in used]
            if not free or len(used) == number:
                continue
            used.add(at := stream.choice(free))
            yield self._control(phenomenon, pools[stratum][at]), at[0]

    def _places(self, hits: Collection[str]) -> set[tuple[int, ...]]:
        """Return where the words of hits stand, as `_at` of their rows; a row may have the first of two words alone."""
        places = set()
        for item in (self._items[hit] for hit in hits):
            spans = [*zip(item.marks[::2], item.marks[1::2], strict=True)]
            flat = {
                (item.sentence, *(n for start, end in order for n in (start, end - start)))
                for order in (spans, spans[::-1])
            }
            places |= flat | {(item.sentence, start, end - start) for start, end in spans}
        return places

    def _control(self, phenomenon: str, row: Row) -> Item:
        segment = row["segment_id"]
        source, references = self._corpus.source[segment], next(iter(self._corpus.references.values()), None)
        spans = sorted((start, start + length) for start, length in _spans(row))
        words = [f"'{source[start:end]}'" for start, end in spans]
        one, two = OF_CONTROLS.get(self._reader, OF_CONTROLS[READER])
        return Item(
            # By characters, and not by words as that of a hit.
            item=f"{phenomenon}:{segment}:{'-'.join(f'{start}.{end}' for start, end in spans)}",
            sentence=segment,
            source=source,
            phenomenon=phenomenon,
            category=CONTROLS_OF,
            reference=None if references is None else references[segment],
            question=one.format(*words) if len(words) == 1 else two.format(*words),
            marks=tuple(place for span in spans for place in span),
        )


def _spans(row: Row) -> list[tuple[int, int]]:
    start, length, other, other_length = (row[name] for name in PLACES)
    return [(start, length)] + ([] if other is None else [(other, other_length)])


def _at(row: Row) -> tuple[int, ...]:
    """Return where the words of a row of `CONTROL_WORDS` stand."""
    return row["segment_id"], *(number for span in _spans(row) for number in span)


def _words(item: Item, hit: Row) -> str:
    """Return the words of a hit in the order of the text, with dots where others stand between."""
    spans = [*zip(item.marks[::2], item.marks[1::2], strict=True)]
    if len(spans) < 2 or spans[0] == spans[1]:
        return (
            str(hit["head_form"]) if hit["head"] == hit["dependent"] else f"{hit['head_form']} {hit['dependent_form']}"
        )
    (start, end), (other, other_end) = spans
    between = item.source[end:other]
    return item.source[start:end] + (" ... " if between.strip() else between) + item.source[other:other_end]
