"""All steps, each of which leaves its result in a work folder: a run that was stopped goes on from there."""

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

from challenge_sets_lab.alignment_quality import link_scores
from challenge_sets_lab.alignment_quality.gold_links import GoldPair
from challenge_sets_lab.training import checkpoints
from challenge_sets_lab.training.aligner import aligner_network, link_arrays, saving, subword_vocabulary
from challenge_sets_lab.training.aligner import bitext as bitexts
from challenge_sets_lab.training.aligner.aligner_training import Training, TrainingStep
from challenge_sets_lab.training.aligner.bitext import Texts, TrainingBitext
from challenge_sets_lab.training.aligner.link_arrays import Packed
from challenge_sets_lab.training.aligner.training_examples import Examples
from challenge_sets_lab.training.aligner.training_settings import AlignerTraining
from challenge_sets_lab.training.folders import new_folder, refuse_existing
from extractors.core import files
from extractors.core.errors import InputError
from extractors.core.logs import log, progress
from extractors.models.aligners import Aligner
from extractors.models.aligners.simalign import SimAlign


def measure(aligner: Aligner, gold: Sequence[GoldPair]) -> dict[str, float]:
    """Align the gold pairs as they are tokenised, and return the scores by the names of MEASURES."""
    return link_scores.score(aligner.align([(pair.source, pair.target) for pair in gold]), gold)


class GoldSentences:
    """The sentences of gold pairs, to keep them out of what an aligner learns from.

    Case and white space do not count, since gold links come tokenised and often lowercased.
    """

    def __init__(self, gold: Iterable[GoldPair]) -> None:
        pairs = list(gold)
        self._source = {_bare("".join(pair.source)) for pair in pairs}
        self._target = {_bare("".join(pair.target)) for pair in pairs}

    def has(self, source: str, target: str) -> bool:
        """Return whether the source or the target is a sentence of the gold pairs."""
        return _bare(source) in self._source or _bare(target) in self._target


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()


BATCH = 4096
"""Subwords at once while the encoder aligns."""


def work_folder(folder: Path) -> Path:
    """Return the folder for intermediate results, beside the output folder, which must hold nothing else."""
    return folder.with_name(folder.name + ".training")


def train(
    texts: Texts,
    folder: Path,
    *,
    source_language: str,
    target_language: str,
    settings: AlignerTraining,
    device: torch.device,
    gold: list[GoldPair] | None = None,
) -> dict[str, float] | None:
    """Train an encoder and write it to `folder`; continue a stopped run of the same recipe.

    Args:
        texts: the bitext as it was read.
        gold: pairs with gold links, to measure the result on.

    Returns:
        Its scores on the gold pairs.
    """
    refuse_existing(folder)
    languages = {"source_language": source_language, "target_language": target_language}
    run = _RecipeRun(work_folder(folder), texts, languages, settings, device)
    encoder = run.through_all_steps()
    with new_folder(folder) as temporary:
        saving.write_encoder(temporary, encoder, run.tokenizer)
        scores, quality = None, "Not measured: no gold links were given."
        if gold:
            scores = measure(run.aligner(temporary, layer=settings.layers), gold)
            line = link_scores.line(scores)
            log.info("on %d gold pairs: %s", len(gold), line)
            sentences = GoldSentences(gold)
            seen = sum(sentences.has(*pair) for pair in texts)
            flatter = "No sentence of the gold pairs is in the bitext."
            if seen:
                log.warning("%d pairs of the bitext have a sentence of the gold pairs: the figures flatter", seen)
                flatter = f"The bitext has {seen} pairs with a sentence of the gold pairs: the figures flatter."
            quality = f"On {len(gold)} pairs with gold links, method inter, layer {settings.layers}: {line}. {flatter}"
        card = saving.card(
            **languages,
            settings=settings,
            bitext=run.bitext,
            checksum=bitexts.checksum(texts),
            links=run.link_counts,
            losses=run.losses,
            quality=quality,
        )
        (temporary / "README.md").write_text(card, encoding="utf-8")
    log.info("the encoder is in %s; %s is needed no more", folder, work_folder(folder))
    return scores


class _RecipeRun:
    """The work folder of a recipe, and what its steps need."""

    def __init__(
        self, folder: Path, texts: Texts, languages: dict[str, str], settings: AlignerTraining, device: torch.device
    ) -> None:
        self._folder, self._languages, self._settings, self._device = folder, languages, settings, device
        self._recipe = _begin(folder, {"bitext": bitexts.checksum(texts), **languages, **asdict(settings)})
        self.bitext: TrainingBitext = bitexts.tokenise(texts, longest=settings.longest, **languages)
        self.tokenizer: Any = None
        self.link_counts: dict[str, int] = {}
        self.losses: dict[str, list[float]] = {}

    def through_all_steps(self) -> Any:
        """Run every training step that is not finished yet, and return the trained network."""
        settings = self._settings
        self.tokenizer = self._vocabulary()
        forward, reverse = self._links("links", self._by_eflomal)
        examples = Examples.of(self.bitext, self.tokenizer)
        self.link_counts = {"forward": len(forward), "reverse": len(reverse)}
        log.info("%d pairs fit the encoder, %d do not", len(examples.usable), len(self.bitext) - len(examples.usable))
        torch.manual_seed(settings.seed)
        encoder = aligner_network.new(len(self.tokenizer), settings).to(self._device)
        certain = link_arrays.agreed(forward, reverse)
        self.link_counts["agreed"] = len(certain)
        labelled = examples.labelled(certain)
        self._train(
            encoder, labelled, TrainingStep("static", settings.epochs_static, settings.rate_static, static=True)
        )
        self._train(encoder, labelled, TrainingStep("first", settings.epochs, settings.rate_first))
        (better,) = self._links(
            "relabelled", lambda: (link_arrays.relabelled(forward, reverse, self._by_encoder(encoder)),)
        )
        self.link_counts["relabelled"] = len(better)
        self._train(encoder, examples.labelled(better), TrainingStep("second", settings.epochs, settings.rate_second))
        return encoder.eval()

    def aligner(self, folder: Path, *, layer: int) -> SimAlign:
        """Create a SimAlign aligner that uses the encoder in a folder."""
        return SimAlign(
            source_language=self._languages["source_language"],
            target_language=self._languages["target_language"],
            model=str(folder),
            layer=layer,
            device=self._device.type,
            batch_size=BATCH,
        )

    def _vocabulary(self) -> Any:
        folder = self._folder / "vocabulary"
        if not folder.exists():
            log.info("vocabulary")
            segments = self.bitext.source + self.bitext.target
            tokenizer = subword_vocabulary.train(segments, size=self._settings.vocabulary)
            with new_folder(folder) as temporary:
                tokenizer.save_pretrained(temporary)
        # Read in either case, so that a run that is taken up has the very same one.
        tokenizer = subword_vocabulary.load(folder)
        log.info("vocabulary: %d subwords", len(tokenizer))
        return tokenizer

    def _links(self, name: str, find: Callable[[], tuple[Packed, ...]]) -> tuple[Packed, ...]:
        path = self._folder / f"{name}.npz"
        if not path.exists():
            log.info("%s", name)
            packed = find()
            with files.replacing(path) as temporary:
                np.savez_compressed(temporary, *packed)
        with np.load(path) as arrays:
            return tuple(arrays[key] for key in arrays.files)

    def _by_eflomal(self) -> tuple[Packed, ...]:
        return link_arrays.by_eflomal(self.bitext, iterations=self._settings.iterations)

    def _by_encoder(self, encoder: Any) -> Packed:
        """Align the whole bitext with the encoder, and return its links."""
        pairs = list(zip(self.bitext.source, self.bitext.target, strict=True))
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            saving.write_encoder(Path(folder), encoder, self.tokenizer)
            aligner = self.aligner(Path(folder), layer=self._settings.relabel_layer)
            alignments = progress(aligner.align(pairs), what="relabel", total=len(pairs))
            return link_arrays.pack(alignments)

    def _train(self, encoder: Any, labelled: Any, step: TrainingStep) -> None:
        """Train the encoder for one step, or load its weights if the step is finished."""
        result = self._folder / f"{step.name}.pt"
        checkpoint = self._folder / f"{step.name}.checkpoint.pt"
        if result.exists():
            state = checkpoints.load(result, recipe=self._recipe, device=self._device)
            encoder.load_state_dict(state["network"])
            self.losses[step.name] = state["losses"]
            return
        run = Training(
            step,
            encoder,
            labelled,
            settings=self._settings,
            recipe=self._recipe,
            checkpoint=checkpoint,
            device=self._device,
        )
        run.run()
        self.losses[step.name] = run.history
        checkpoints.save(result, {"recipe": self._recipe, "network": encoder.state_dict(), "losses": run.history})
        checkpoint.unlink()


def _begin(folder: Path, recipe: dict[str, Any]) -> str:
    """Write the recipe into a new work folder, or check that the folder has the same one, and return its checksum.

    Raises InputError if the folder belongs to another recipe.
    """
    path = folder / "recipe.json"
    text = json.dumps(recipe, indent=1)
    if path.exists():
        before = json.loads(files.read_text(path))
        changed = [name for name in recipe if before.get(name) != recipe[name]]
        if changed or before.keys() != recipe.keys():
            raise InputError(
                f"is the work of another run: its {', '.join(changed) or 'settings'} differ",
                path=folder,
                remedy="give the same files and options to go on, or name another output to start again",
            )
        log.info("going on with what is in %s", folder)
    elif folder.exists() and any(folder.iterdir()):
        raise InputError("is not the work folder of a run", path=folder, remedy="move it away or name another output")
    else:
        with files.write_text(path) as out:
            out.write(text + "\n")
    return hashlib.sha256(text.encode()).hexdigest()[:16]
