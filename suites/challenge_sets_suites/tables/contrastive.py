"""Contrastive pairs: the order in which a system scores a suite, and the kinds of errors that LingEval97 has.

A sentence's reference is scored once, then each of its errors (Sennrich 2017, section 3). A file of scores has one
line for each of these texts, those of sentences without errors included; `Suite.rest` holds what items cannot.

    {"without_errors": {"3": {"source": ..., "reference": ..., "origin": ..., "errors": []}},
     "reference_for": "item", "blocks": [1000, 500]}

`without_errors` has sentences without items by their number. `reference_for` is `sentence` (as in LingEval97; the
default) or `item` where the reference is scored again for each item (as in DistilLingEval). `blocks` the
numbers of pairs of sets whose scores come with all references before all errors (as in DistilLingEval).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from challenge_sets_suites.tables.items import Item

GROUPS = {
    "np_agreement": "agreement",
    "subj_verb_agreement": "agreement",
    "subj_adequacy": "agreement",
    "polarity_particle_nicht_del": "polarity_deletion",
    "polarity_particle_kein_del": "polarity_deletion",
    "polarity_affix_del": "polarity_deletion",
    "polarity_particle_nicht_ins": "polarity_insertion",
    "polarity_particle_kein_ins": "polarity_insertion",
    "polarity_affix_ins": "polarity_insertion",
    "auxiliary": "verb_form",
    "verb_particle": "verb_form",
    "compound": "unseen_word",
    "transliteration": "unseen_word",
}
"""LingEval97's kinds of errors, in the order of its tables, with the category that we give each.

Its own LaTeX table joins the polarity errors into insertion and deletion; the other categories are ours.
"""


@dataclass(slots=True)
class ScoredSentence:
    """A sentence as it is scored: its reference, then its errors.

    Attributes:
        sentence: `Item.sentence`.
        items: positions of its errors among the items; none for a sentence without errors.
    """

    sentence: int
    source: str
    reference: str
    origin: str | None = None
    items: list[int] = field(default_factory=list)


def rest_of(rest: str) -> dict[str, Any]:
    """Parse `Suite.rest` of contrastive pairs; return an empty dictionary for a suite without one."""
    parsed: dict[str, Any] = json.loads(rest) if rest else {}
    return parsed


def scored_sentences(items: Sequence[Item], rest: str) -> list[ScoredSentence]:
    """List the sentences in the order in which they are scored.

    Items that follow each other with one sentence, reference and origin share that reference's line; the same text
    elsewhere in the corpus, or after another one, has a line of its own. Sentences without errors stand where their
    numbers put them. Items that are no pairs are left out.
    """
    about = rest_of(rest)
    alone = about.get("reference_for", "sentence") == "item"
    bare = sorted((int(number), entry) for number, entry in about.get("without_errors", {}).items())
    ordered: list[ScoredSentence] = []
    for position, item in enumerate(items):
        if item.reference is None or item.contrastive is None:
            continue
        last = ordered[-1] if ordered and ordered[-1].items else None
        text = (item.sentence, item.reference, item.origin)
        if alone or last is None or (last.sentence, last.reference, last.origin) != text:
            while bare and bare[0][0] < item.sentence:
                ordered.append(_without_errors(*bare.pop(0)))
            last = ScoredSentence(item.sentence, item.source, item.reference, item.origin)
            ordered.append(last)
        last.items.append(position)
    return ordered + [_without_errors(*number_and_entry) for number_and_entry in bare]


def _without_errors(number: int, entry: dict[str, Any]) -> ScoredSentence:
    return ScoredSentence(number, entry["source"], entry["reference"])
