"""Small corpora made by hand: source words as FORM/UPOS, references as text, links as pairs of numbers."""

from extractors.formats import conllu
from extractors.formats.sets import Range
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.evidence import EvidenceText
from extractors.words.lemmas import TargetLemmas
from extractors.words.measure import measure
from extractors.words.preparing import Limits, prepare
from tests.builders.hits import hits_in
from tests.builders.rows import links_table

OF_FORM = {"arrived": "arrive", "arrives": "arrive", "left": "leave", "leaves": "leave", "leave": "leave"}
LEMMAS = TargetLemmas(OF_FORM.get, signature="by hand")
MINIMUM = (Range("minimum", 0, None),)


def treebank(*segments):
    """Each segment is "Er/PRON kam/VERB"; all words hang on the first."""
    lines = []
    for number, segment in enumerate(segments):
        lines.append(f"# segment_id = {number}")
        for k, word in enumerate(segment.split(), 1):
            form, upos = word.split("/")
            head, relation = (0, "root") if k == 1 else (1, "dep")
            lines.append(f"{k}\t{form}\t{form}\t{upos}\t_\t_\t{head}\t{relation}\t_\t_")
        lines.append("")
    return conllu.parse("\n".join(lines))


def links(bank, references, pairs):
    """`pairs`: reference -> one text of links a segment, "0-0 1-2"."""
    rows = []
    for name, by_segment in pairs.items():
        text = EvidenceText.of(references[name], "en")
        for segment, linked in enumerate(by_segment):
            for pair in linked.split():
                i, j = map(int, pair.split("-"))
                rows.append((segment, name, i, j, bank.surface[segment][i], text.tokens[segment][j]))
    return links_table(*rows)


class Corpus:
    """A corpus with the hits of one phenomenon `p`, and of `moved` where asked for, of which the order is measured."""

    def __init__(self, source, references, pairs, found, **limits):
        self.bank = treebank(*source)
        self.references = references
        self.settings = AccuracySettings()
        self.prepared = prepare(
            treebank=self.bank,
            hits=hits_in(self.bank, *found),
            links=links(self.bank, references, pairs),
            references={name: EvidenceText.of(texts, "en") for name, texts in references.items()},
            settings=self.settings,
            limits=Limits(**limits),
        )

    def measure(self, systems, ranges=None, lemmas=LEMMAS):
        """The rows of systems in the table ACCURACY, and those of ACCURACY_HITS."""
        found = self._measured(systems, ranges, lemmas)
        return [row for row in found.accuracy.to_pylist() if row["system"]], found.by_hit.to_pylist()

    def effects(self, systems, ranges=None, lemmas=LEMMAS, humans=()):
        """The rows of all systems together in the table ACCURACY."""
        found = self._measured(systems, ranges, lemmas, humans)
        return [row for row in found.accuracy.to_pylist() if not row["system"]]

    def _measured(self, systems, ranges, lemmas, humans=()):
        texts = {name: EvidenceText.of(output, "en") for name, output in systems.items()}
        wanted = ranges or dict.fromkeys(self.prepared.matched, MINIMUM)
        return self.measured(texts, ranges=wanted, lemmas=lemmas, humans=humans)

    def measured(self, texts, lemmas=LEMMAS, **options):
        """All tables of the measurement of some outputs."""
        ranges = options.pop("ranges", dict.fromkeys(self.prepared.matched, MINIMUM))
        return measure(self.prepared, texts, ranges=ranges, lemmas=lemmas, settings=self.settings, **options)

    def judge(self, output, **options):
        """What the first hit gives in the output of one segment."""
        texts = [output] + [""] * (self.prepared.segments - 1)
        return self.measure({"s": texts}, **options)[1][0]
