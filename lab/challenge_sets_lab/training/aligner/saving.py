"""The files of an encoder's folder: weights, tokenizer and a card."""

import importlib.metadata
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

from challenge_sets_lab.training.aligner.bitext import TrainingBitext
from challenge_sets_lab.training.aligner.training_settings import AlignerTraining
from extractors.core.version import __version__
from extractors.models.our_encoders import CONFIG, FORMAT, WEIGHTS

CARD = """---
language: [{source}, {target}]
library_name: transformers
tags: [word-alignment, simalign]
---
# An encoder for SimAlign, {languages}

A BERT with {layers} layers, {width} wide, with a lowercase WordPiece vocabulary, trained from nothing on parallel
text by `challenge-sets lab train-aligner` (mt-challenge-sets {program}). It gives SimAlign the vectors by which words
are linked; as a language model it is of no use, nor for other languages.

    align: {{model: FOLDER}}   # in the config of a run

Its licence is what those of the texts allow.

## Quality
{quality}

## How it was made
| | |
|---|---|
{table}

The links to learn from are eflomal's. It takes no seed, so that another run learns from slightly different links;
all else follows from the texts and the seed, on the same processor with as many threads.

| setting | value |
|---|---|
{options}
"""

LIBRARIES = ("eflomal", "spacy", "tokenizers", "torch", "transformers")


def write_encoder(folder: Path, network: Any, tokenizer: Any) -> None:
    """Write the files that `aligners._bert` reads, and transformers' from_pretrained, into a folder that exists.

    Weights are stored in half precision, which costs nothing in quality, and named as float32, in
    which a processor computes faster. The pooling layer that no aligner uses is there, with zeros,
    because AutoModel would make one up, with a warning.
    """
    width = network.config.hidden_size
    weights = {"pooler.dense.weight": torch.zeros(width, width), "pooler.dense.bias": torch.zeros(width)}
    weights |= network.state_dict()
    save_file(
        {name: weight.detach().cpu().half().contiguous() for name, weight in weights.items()},
        folder / WEIGHTS,
        metadata={"format": "pt"},
    )
    config = json.loads(network.config.to_json_string())
    config |= {"architectures": ["BertModel"], "dtype": "float32", "format": FORMAT}
    # Where it was read from is a path of this machine.
    config.pop("_name_or_path", None)
    text = json.dumps(config, indent=2, sort_keys=True)
    (folder / CONFIG).write_text(text + "\n", encoding="utf-8")
    tokenizer.save_pretrained(folder)
    # mkstemp, which some of these writers use, makes private files.
    for file in folder.iterdir():
        file.chmod(0o644)


def card(
    *,
    source_language: str,
    target_language: str,
    settings: AlignerTraining,
    bitext: TrainingBitext,
    checksum: str,
    links: Mapping[str, int],
    losses: Mapping[str, Sequence[float]],
    quality: str,
) -> str:
    """Render the model card: the model, its training data, how it was made, and its scores.

    Args:
        bitext: what was learnt from.
        checksum: of the bitext as it was read.
        links: how many there are, by step.
        losses: by training step, the mean loss of each epoch.
        quality: its scores, in words.
    """
    languages = f"{source_language}-{target_language}"
    left_out = f"an empty side {bitext.empty:,}, over {settings.longest} words {bitext.long:,}"
    rows = {
        "languages": languages,
        "pairs": f"{len(bitext):,} ({bitext.words:,} words on both sides; left out: {left_out},"
        f" repetitions {bitext.repeated:,})",
        "checksum of the bitext": f"`{checksum[:16]}`",
        "links between words": ", ".join(f"{name} {count:,}" for name, count in links.items()),
        **{f"loss by epoch, {name}": ", ".join(f"{x:.3f}" for x in values) for name, values in losses.items()},
        "versions": ", ".join(f"{name} {importlib.metadata.version(name)}" for name in LIBRARIES),
    }
    table = "\n".join(f"| {name} | {value} |" for name, value in rows.items())
    options = "\n".join(f"| `{name}` | {value} |" for name, value in asdict(settings).items())
    return CARD.format(
        source=source_language,
        target=target_language,
        languages=languages,
        layers=settings.layers,
        width=settings.width,
        program=__version__,
        quality=quality,
        table=table,
        options=options,
    )
