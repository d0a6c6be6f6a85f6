"""Make the model's folder of the trained weights: model.safetensors in 8 bits, and config.json."""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from network import ARC, RELATION, TAG
from recipe_data import language_of, read_arrays, read_json, write_json
from safetensors.numpy import save
from train_cutter import CHARACTER, PIECE, PLACE, STYLE

from extractors.models.packed import in_eight_bits
from extractors.models.parsers._multilingual.language_model import FORMAT

NAMES = {
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "n1": "attention.output.LayerNorm",
    "n2": "output.LayerNorm",
}
PREFERRED = {
    **{"es": "es_gsd", "fi": "fi_tdt", "fr": "fr_gsd", "id": "id_gsd", "ko": "ko_gsd", "nl": "nl_alpino"},
    **{"no": "no_bokmaal", "pt": "pt_bosque", "ru": "ru_taiga", "sv": "sv_talbanken", "tr": "tr_boun"},
    **{"zh": "zh_gsdsimp", "en": "en_ewt", "de": "de_gsd", "cs": "cs_pud"},
    **{"nb": "no_bokmaal", "nn": "no_nynorsk", "bg": "hr_set", "et": "fi_tdt", "hu": "fi_tdt"},
}
"""Whose style a language takes that has several treebanks, or none."""
PACKED_FROM, SHORT = 4096, 60
"""Numbers of an array from which on it is in 8 bits, and up to which it is in full precision."""
WITH_BLANKS = 0.0005
"""The share of tokens with blanks above which a treebank has them."""


def named(net: dict[str, np.ndarray], cutter: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Rename the weights of both networks as the packaged model names them, splitting queries, keys and values."""
    found = {f"cutter.{name}": values for name, values in cutter.items()}
    for name, values in net.items():
        if not name.startswith("layers."):
            found[name] = values
            continue
        _, number, part, kind = name.split(".")
        place = f"encoder.layer.{number}"
        if part == "qkv":
            for own, some in zip(("query", "key", "value"), np.split(values, 3), strict=True):
                found[f"{place}.attention.self.{own}.{kind}"] = some
        else:
            found[f"{place}.{NAMES[part]}.{kind}"] = values
    return found


def packed(weights: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {}
    for name, values in weights.items():
        exact = np.ascontiguousarray(values, dtype=np.float32)
        if exact.ndim >= 2 and exact.size >= PACKED_FROM:
            found |= in_eight_bits(name, exact)
        else:
            found[name] = exact.astype(np.float16) if exact.size > SHORT else exact
    return found


def with_blanks(arrays: dict[str, np.ndarray], number: int) -> np.ndarray:
    """Return the share of each treebank's tokens that contain a blank."""
    sizes = arrays["len"].astype(int)
    banks = np.repeat(np.where(arrays["set"] < 0, arrays["bank"], -1), sizes)
    blank, ends = arrays["char"] == 1, arrays["label"] > 0
    inside = blank & ~np.r_[True, ends[:-1]] & np.r_[False, ~blank[:-1]]
    counts = [np.bincount(banks[which & (banks >= 0)], minlength=number) for which in (inside, ends)]
    return counts[0] / np.maximum(counts[1], 1)


def of_treebanks(
    gold: dict[str, np.ndarray], characters: dict[str, np.ndarray], labels: dict[str, Any]
) -> dict[str, Any]:
    """Return for each treebank the labels it uses, by number, and whether its tokens contain no blanks."""
    banks = np.repeat(np.where(gold["kind"][:, 0] == 0, gold["kind"][:, 1], -1), gold["wlen"].astype(int))
    blanks, found = with_blanks(characters, len(labels["banks"])), {}

    def used(values: np.ndarray) -> list[int]:
        return np.unique(values[values >= 0]).tolist()

    for number, name in enumerate(labels["banks"]):
        own = banks == number
        values = {x: sorted({0, *used(gold["feats"][own, k])}) for k, x in enumerate(labels["attrs"])}
        found[name] = {
            "upos": used(gold["upos"][own]),
            "deprel": used(gold["rel"][own]),
            "lemma_rule": used(gold["lemma"][own]),
            "features": {attribute: some for attribute, some in values.items() if len(some) > 1},
            "whole_words": bool(blanks[number] <= WITH_BLANKS),
        }
    return found


def languages(banks: list[str]) -> dict[str, str]:
    """Map each language to the treebank whose style its parses take by default."""
    found: dict[str, str] = {}
    for bank in banks:
        found.setdefault(language_of(bank), bank)
    return dict(sorted((found | {key: bank for key, bank in PREFERRED.items() if bank in banks}).items()))


def config(
    net: dict[str, np.ndarray],
    labels: dict[str, Any],
    known: dict[str, Any],
    treebanks: dict[str, Any],
    width: int,
    calibration: list[float],
) -> dict[str, Any]:
    """Return the content of config.json."""
    styles = len(labels["banks"]) + 1
    sizes = {"layers": net["mix"].shape[1] - 1, "styles": styles, "tag": TAG, "arc": ARC, "relation": RELATION}
    sizes |= {"upos": len(labels["upos"]), "lemma_rule": len(labels["rules"])}
    sizes |= {"feats": sum(map(len, labels["values"].values())), "deprel": len(labels["rels"])}
    parts = {"char": CHARACTER, "place": PLACE, "style": STYLE, "piece": PIECE}
    cutting = {"width": width, "styles": styles, "parts": parts, "characters": known["chars"]}
    return {
        "format": FORMAT,
        "sizes": sizes,
        "calibration": calibration,
        "languages": languages(labels["banks"]),
        "treebanks": treebanks,
        "lexicon": {},
        "labels": {
            "upos": labels["upos"],
            "xpos": [],
            "deprel": labels["rels"],
            "lemma_rule": labels["rules"],
            "features": [[name, labels["values"][name]] for name in labels["attrs"]],
        },
        "cutting": cutting | {"rules": known["scripts"]},
    }


def read_weights(path: Path) -> dict[str, np.ndarray]:
    stored = torch.load(path, map_location="cpu", weights_only=True)["net"]
    return {name: values.float().numpy() for name, values in stored.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="what prepare_words.py and prepare_text.py wrote")
    parser.add_argument("--network", type=Path, required=True, help="of train.py")
    parser.add_argument("--cutter", type=Path, required=True, help="of train_cutter.py")
    parser.add_argument("--calibration", type=float, nargs=2, default=[1.0, 0.0], help="of calibrate.py")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the model's folder")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    labels, known = read_json(given.data / "labels.json"), read_json(given.data / "chars.json")
    net, cutter = read_weights(given.network), read_weights(given.cutter)
    treebanks = of_treebanks(read_arrays(given.data / "gold.npz"), read_arrays(given.data / "chars.npz"), labels)
    (given.output / "model.safetensors").write_bytes(save(packed(named(net, cutter))))
    width = cutter["into.weight"].shape[0]
    write_json(given.output / "config.json", config(net, labels, known, treebanks, width, given.calibration))


if __name__ == "__main__":
    main()
