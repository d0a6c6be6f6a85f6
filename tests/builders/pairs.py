"""Small suites of contrastive pairs, and files of them."""

import json

from challenge_sets_suites.tables.items import Item

LINGEVAL97 = [
    {
        "source": "He sleeps.",
        "reference": "Er schläft.",
        "origin": "newstest2009.7",
        "errors": [
            {"type": "subj_verb_agreement", "contrastive": "Er schlafen.", "distance": 1, "frequency": 310},
            {"type": "polarity_particle_nicht_ins", "contrastive": "Er schläft nicht."},
        ],
    },
    {"source": "Good morning!", "reference": "Guten Morgen!", "origin": "newstest2009.8", "errors": []},
    {
        "source": "The “old” mill.",
        "reference": "Die alte Mühle.",
        "origin": "newstest2016.2999",
        "errors": [{"type": "np_agreement", "contrastive": "Das alte Mühle.", "distance": "0", "frequency": "0"}],
    },
]


def lingeval97_text(sentences=LINGEVAL97) -> str:
    return json.dumps(sentences, ensure_ascii=False, indent=2)


def pair(name: str, sentence: int = 0, **fields) -> Item:
    """A pair whose texts follow from its sentence and name."""
    given = {
        "source": f"S{sentence}",
        "phenomenon": "np_agreement",
        "category": "agreement",
        "reference": f"R{sentence}",
        "contrastive": f"E{name}",
    }
    return Item(item=name, sentence=sentence, **{**given, **fields})
