"""The model card of a parser, from the model's own record of how it was made."""

from typing import Any

from extractors.models.parsers._biaffine.model import Model


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
