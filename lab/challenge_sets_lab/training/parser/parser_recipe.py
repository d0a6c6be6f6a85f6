"""From files to a model folder: the work of `challenge-sets lab train-parser`.

The work is done in a folder beside the one asked for, `FOLDER.training`, where a run that was
stopped is taken up again; the model's own folder appears whole, at the end.
"""

import platform
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import torch

from challenge_sets_lab.training.folders import new_folder, refuse_existing
from challenge_sets_lab.training.parser import emphasis, parser_scores, pretraining
from challenge_sets_lab.training.parser.materials import TrainingTreebanks, TreebankPart, silver_of
from challenge_sets_lab.training.parser.parser_training import (
    CHECKPOINT,
    Material,
    TrainingSettings,
    can_halve,
    train,
    untrained,
)
from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.core.logs import log
from extractors.core.threads import limit
from extractors.core.version import __version__
from extractors.models import devices
from extractors.models.parsers._biaffine.cutting import Cutting
from extractors.models.parsers._biaffine.model import Model
from extractors.models.parsers._biaffine.network import Network
from extractors.models.parsers._biaffine.scoring import Sizes


def card(model: Model[Any], name: str) -> str:
    """The model card, from the model's own record."""
    about: dict[str, Any] = model.about
    table = "\n".join(f"| {key.upper()} | {value:.1f} |" for key, value in about["scores"].items())
    steps = []
    step: dict[str, Any] | None = about
    while step:
        steps.append(_material(step))
        step = step.get("before")
    agreement = (
        f", to weigh the network's word against the agreement of phrases ({model.agreement.tagger}),"
        if model.agreement
        else ""
    )
    train = "\n\nbefore that:\n\n".join(steps)
    return f"""# {name}: a dependency parser for the language `{model.language}`

A biaffine parser of `mt-challenge-sets`: parts of speech, features, lemmas,
Universal Dependencies trees, with a probability for each arc. It reads syntactic words
as this project's tokenizer cuts them.

Licence: {about["licence"]}

Trained on:

{train}

Development data: {", ".join(about["development"])}; used to calibrate confidences (slope {model.calibration.slope},
intercept {model.calibration.intercept}){agreement} and for the scores below, not to choose among states of the model.

| gold words, % | |
| --- | ---: |
{table}

Made with {about["made_with"]}.
"""


def _material(about: dict[str, Any]) -> str:
    """The material of a training, and its settings."""
    lines = [f"- {text}" for text in about["train"]]
    lines += [f"- parsed text, where the parsers agree: {text}" for text in about["silver"]]
    passes = about.get("passes")
    lines += [f"- raw text, whose hidden words it first guessed in {passes} passes: {t}" for t in about.get("raw", ())]
    lines += [f"- sentences with a hit, so much more often: {text}" for text in about.get("often", ())]
    settings = ", ".join(f"{key} {value}" for key, value in about["settings"].items())
    agree = "yes" if about["harmonised"] else "no"
    return "\n".join(lines) + f"\n\nSettings: {settings}. Treebanks made to agree with the first: {agree}."


LOW_LAS = 60
"""Percent of words with the right head and relation: below it, no phenomenon is found well enough to be counted."""
STEPS, SMALLEST_BATCH = 1000, 100
"""About so many steps are made at least, as far as batches of so many words allow."""


def make(
    output: Path,
    *,
    language: str,
    train_on: Sequence[str],
    silver: Sequence[str],
    development: Sequence[str],
    settings: TrainingSettings,
    sizes: Sizes,
    device: str | None = None,
    threads: int | None = None,
    harmonised: bool = True,
    licence: str = "not stated",
    start: Path | None = None,
    raw: Sequence[Path] = (),
    passes: int = 0,
    often: Sequence[str] = (),
    phenomena_file: Path = Path("config/phenomena.yaml"),
) -> None:
    """Train a parser and write its folder.

    Args:
        output: the folder to make.
        train_on, development: parts of CoNLL-U files (`TreebankPart.of`).
        silver: CoNLL-U files with parses of one text, by a parser each: the sentences that they agree on are
            trained on as well, in the style of the first treebank.
        device: `cpu` or `cuda`; None for cuda where there is one.
        threads: of the processor; None for those that the process has.
        harmonised: whether treebanks are made to agree with the first (`harmony`).
        start: a parser whose training goes on; its sizes are kept, whatever `sizes` says.
        raw: files of raw text of the language, a sentence or more on each line, whose hidden words the network guesses
            before it learns to parse, in so many `passes` over them and the treebanks (`pretraining`).
        often: `PHENOMENON*TIMES`: how often more the sentences with a hit are gone through (`emphasis`).
    """
    refuse_existing(output)
    if raw and start is not None:
        raise InputError("raw text is learnt from before treebanks", remedy="leave out the parser to start from")
    if threads:
        limit(threads)
    chosen = devices.device(device)
    # Of the settings in the model's card: they say what was done here.
    settings = replace(settings, half=settings.half and can_halve(chosen))
    parts, parsed, held_out = ([TreebankPart.of(text) for text in texts] for texts in (train_on, silver, development))
    wanted = emphasis.read(often, phenomena_file, language=language)
    begun = None if start is None else _begun(start, language, chosen)
    before = begun and {key: value for key, value in begun.about.items() if key not in ("history", "scores")}
    gold = TrainingTreebanks.read(parts, language=language, harmonised=harmonised)
    materials = gold.materials(wanted)
    if parsed:
        materials.append(silver_of(parsed, parts[0].name))
    dev = [sentence for part in held_out for sentence in part.read()[0]]
    work = output.with_name(output.name + ".training")
    work.mkdir(parents=True, exist_ok=True)
    log.info("training on %d sentences, %s, %d threads", sum(map(len, gold.sentences)), chosen, torch.get_num_threads())
    cuts = gold.cutting()
    try:
        if begun is None:
            settings = replace(settings, batch_words=batch_words(materials, settings))
            how, lines = (
                pretraining.PretrainingSettings(passes=passes),
                pretraining.read(raw, language=language, cutting=cuts),
            )
            known = pretraining.frequent(lines, how.minimum)
            model = untrained(materials, language=language, settings=settings, sizes=sizes, raw=known)
            model.network.to(chosen)
            if lines:
                lines += [sentence.forms for sentences in gold.sentences for sentence in sentences]
                pretraining.pretrain(model, lines, how, seed=settings.seed, half=settings.half, folder=work)
        else:
            model = begun
        train(model, materials, dev, settings=settings, folder=work)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"the finished epochs are in {work}, and the same command goes on from there") from None
    reached = parser_scores.of_gold_words(model, dev)
    log.info("development: %s", parser_scores.line(reached))
    if reached["las"] < LOW_LAS:
        log.warning(
            "LAS is below %d on the development data: hits in its parses will mostly be wrong; give more sentences,"
            " more --epochs, or treebanks of the same language and style",
            LOW_LAS,
        )
    model.cutting = Cutting({**model.cutting.cuts, **cuts.cuts})
    model.about |= {
        "made_with": f"mt-challenge-sets {__version__}, torch {torch.__version__}, Python {platform.python_version()}",
        "train": [part.describe() for part in parts],
        "silver": [part.describe() for part in parsed],
        "raw": [f"{path.name} (sha256 {sha256(path)[:8]})" for path in raw],
        "passes": passes if raw else 0,
        "often": list(often),
        "before": before,
        "development": [part.describe() for part in held_out],
        "harmonised": harmonised,
        "settings": {name: getattr(settings, name) for name in settings.__slots__},
        "scores": reached,
        "licence": licence,
    }
    with new_folder(output) as new:
        model.save(new)
        (new / "README.md").write_text(card(model, output.name), encoding="utf-8")
    # There is none after no epoch at all.
    for checkpoint in (CHECKPOINT, pretraining.CHECKPOINT):
        (work / checkpoint).unlink(missing_ok=True)
    work.rmdir()


def batch_words(materials: Sequence[Material], settings: TrainingSettings) -> int:
    """The most words in a batch: with little text fewer than in the settings, so that there are enough steps.

    A parser learns by steps: with 8,000 words, ten epochs reached LAS 6 in batches of 1,000 words, 35 in batches of
    250, and 50 in batches of 100 (Danish DDT, its dev part).
    """
    words = sum(len(sentence.forms) * material.times for material in materials for sentence in material.sentences)
    return min(settings.batch_words, max(SMALLEST_BATCH, words * settings.epochs // STEPS))


def _begun(folder: Path, language: str, device: torch.device) -> Model[Network]:
    """The parser whose training is to go on."""
    model = Model.load(folder, partial(Network.of_arrays, device=device))
    if model.language != language:
        raise InputError(
            f"is a parser for the language {model.language!r}, not {language!r}",
            path=folder,
            remedy="start from one of the same language",
        )
    return model
