"""Small suites in the formats of DFKI, TQ-AutoTest and Popović, and items for their judges."""

import json
from typing import Any

from challenge_sets_suites.tables.items import Item
from tests import ROOT

BUNDLED = ROOT / "suites" / "examples"
DFKI = (BUNDLED / "rules" / "items.en-de.json").read_text(encoding="utf-8")
SENTENCES = "The coat is not blue but green.\nHe called, but nobody answered.\n"
EXPECTED = "sondern/sino/nego\naber/pero/ali\n"


def ltb_example(number, source="My nurse, he plays.", rules=("A man.", "A nurse."), iso="deu", **more):
    """A text of the Last Translation Benchmark with two rules and three translations."""
    return {
        "id": number,
        "source_text": source,
        "source_lang": "English",
        "target_lang": "German",
        "source_lang_iso": "eng",
        "target_lang_iso": iso,
        "source_instructions": None,
        "source_media": None,
        "translations": [
            {"model": "human", "translation": "Mein Pfleger spielt.", "verified": [True, True]},
            {"model": "Gemini 3.1 Pro", "translation": "Meine Pflegerin.", "verified": [False, True]},
            {"model": "owl", "translation": "", "verified": None},
        ],
        "verification_rules": list(rules),
        "linguistics": ["Morphological", "Gender"],
        "attribution": None,
        "tags": ["LTBv1"],
        **more,
    }


LTB = f"[\n{json.dumps(ltb_example(7))}]"

CSV = (
    "\ufeffdirection;category;phenomenon;source;correct;correct2;incorrect;incorrect2\r\n"
    'ende;Negation;Negation;"She said ""no"".";Sie sagte „Nein“.;;Sie sagte „Ja“.;\r\n'
    ";;;;;;;\r\n"
    "ende;Ambiguity;Homonyms;The owl caught a bat.;Die Eule fing eine Fledermaus.;;;Die Eule fing einen Schläger.\r\n"
    ";;;;;;;"
)
"""With what the published table has: a byte order mark, empty rows, missing examples, no line end at the end."""

TXT = (
    "Direction\tCategory\tPhenomenon\tSource\tCorrect Translation\tCorrect Translation\tIncorrect Translation\t"
    "Incorrect Translation\n"
    'ende\tNegation\tNegation\tShe said "no".\tSie sagte "nein".\t\tSie sagte "ja".\t\n'
    "\t\t\t\t\t\t\t\n"
    "ende\tAmbiguity\tHomonyms\tThe owl caught a bat.\t\t\t\tDie Eule fing einen Schläger."
)


def item(number: int = 1, **values: Any) -> Item:
    """An item with what its judge is to see."""
    return Item(**{"item": str(number), "sentence": number, "source": f"S {number}.", "phenomenon": "p", **values})
