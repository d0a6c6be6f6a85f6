"""The figures of docs/detector-quality.md that reports and cards of published sets quote, as YAML.

    python benchmarks/quality_figures.py > extractors/phenomena/quality.yaml

Of several tables of a language the first is taken: the text that the parser has not seen in training. With the
figures go the checksums of the parser and of each phenomenon's definition that they were measured with.
"""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from extractors.core.files import sha256
from extractors.models.installed import shipped_folder
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import definitions_checksum

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs/detector-quality.md"
MODELS = {"English": ("parser-en", "en"), "German": ("parser-de", "de")}
INTRODUCTION = """\
# How well the phenomena are found by the shipped parsers, for reports and cards: precision / recall / F1 in
# percent, and F1 where the distance is 3 or more. Made by `python benchmarks/quality_figures.py` from
# docs/detector-quality.md, which says how it was measured. `checksum` is the parser's, as signatures have it; `as`
# stands for the definition of the phenomenon.
"""


def figures(text: str) -> dict[str, object]:
    """By model: its checksum, the data, and of each phenomenon the gold hits, P / R / F1, and F1 from distance 3 on."""
    found: dict[str, object] = {}
    known = catalogue.load(ROOT / "config/phenomena.yaml")
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        title, _, body = part.partition("\n")
        language, _, data = title.partition(":")
        model, code = MODELS.get(language.split(",")[0], (None, ""))
        if model is None or model in found:
            continue
        rows = {}
        for line in re.findall(r"^\| `.*$", body, re.M):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            name = re.sub(r"[` *\\]", "", cells[0])
            rows[name] = {
                "gold": int(cells[1]),
                "all": cells[3],
                "far": cells[8].split(" / ")[-1],
                "as": definitions_checksum([known[name].definition(code)]),
            }
        found[model] = {"checksum": sha256(shipped_folder() / model)[:8], "data": data.strip(), "phenomena": rows}
    return found


if __name__ == "__main__":
    content = figures(DOCUMENT.read_text(encoding="utf-8"))
    print(INTRODUCTION + yaml.safe_dump(content, sort_keys=False, width=1000, default_flow_style=None), end="")
