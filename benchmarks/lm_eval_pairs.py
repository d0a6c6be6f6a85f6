"""Log probabilities of contrastive pairs by our scorer beside those by lm-eval, with one model.

    PYTHONPATH=. python benchmarks/lm_eval_pairs.py --lm-eval PYTHON [--model FOLDER] [--suite FILE --format NAME]

PYTHON is the interpreter of an environment with lm-eval and PyTorch (`pip install lm-eval torch`). The pairs are
written as a folder of tasks, lm-eval runs it and logs the log likelihood of each text; our scorer gets equal prompts.
Without --model a tiny GPT-2 with random weights is made; without --suite the shipped example and texts that are hard to
quote are scored. Status 1 if two log probabilities differ by more than 0.001, or a pair is right for one of both alone.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import langcodes
from _common import arguments_of

from challenge_sets_suites.formats.lm_eval import LmEval
from challenge_sets_suites.pair_scorer_settings import PairScorerSettings
from challenge_sets_suites.suite_stage import read_suite
from challenge_sets_suites.tables.items import Item, Suite
from challenge_sets_suites.translation.pair_scorer import pair_scorer

EXAMPLE = Path("suites/examples/contrastive/pairs.json")
HARD = ("Ä {{source}} 'S' said.", 'He said "no".', "A back\\slash, a tab\tand {% if %} too.", "[1, 2]", "  two blanks")
"""Texts that a template, a list or a tokenizer may read otherwise."""
NEAR = 0.001


def hard_items(first: int) -> list[Item]:
    """Make a pair of each text in HARD, whose wrong text has one more word."""
    return [
        Item(
            item=f"hard{n}", sentence=first + n, source=text, phenomenon="hard", reference=text, contrastive=f"{text} x"
        )
        for n, text in enumerate(HARD)
    ]


def by_lm_eval(python: str, folder: Path, model: Path) -> dict[str, tuple[float, float]]:
    """Run lm-eval on the tasks in a folder, and return the log likelihoods (right text, wrong text) by item."""
    command = [python, "-m", "lm_eval", "--include_path", ".", "--tasks", folder.name, "--model", "hf"]
    command += ["--model_args", f"pretrained={model},dtype=float32", "--device", "cpu", "--batch_size", "1"]
    command += ["--output_path", "logged", "--log_samples"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr[-3000:])
    found = {}
    for file in folder.glob("logged/**/samples_*.jsonl"):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            right, wrong = (float(one[0][0] if isinstance(one[0], list) else one[0]) for one in row["resps"])
            found[row["doc"]["item"]] = right, wrong
    return found


def by_ours(suite: Suite, model: Path) -> dict[str, tuple[float, float]]:
    """Score the same pairs with our scorer and the tasks' prompt; log likelihoods (right text, wrong text) by item."""
    names = [langcodes.get(code).display_name() for code in (suite.source_language, suite.target_language)]
    prompt = f"{names[0]}: {{source}}\n{names[1]}: "
    scorer = pair_scorer(PairScorerSettings.of({"model": str(model), "kind": "causal", "prompt": prompt}))
    texts = [(item.source, str(text)) for item in suite.items for text in (item.reference, item.contrastive)]
    costs = [-cost for cost in scorer.costs(texts)]
    return {item.item: (costs[2 * n], costs[2 * n + 1]) for n, item in enumerate(suite.items)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare both scorers, print the result, and return the exit status."""
    parser = arguments_of(__doc__)
    parser.add_argument("--lm-eval", required=True, metavar="PYTHON")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--suite", type=Path)
    parser.add_argument("--format", default="lingeval97")
    chosen = parser.parse_args(arguments)
    suite = read_suite(chosen.suite or EXAMPLE, form=chosen.format, options={})
    items = [*suite.items] + ([] if chosen.suite else hard_items(len(suite.items)))
    suite = Suite(
        items=items,
        source_language=suite.source_language,
        target_language=suite.target_language,
        judge=suite.judge,
    )
    with tempfile.TemporaryDirectory() as work:
        model = chosen.model or Path(work) / "gpt2"
        if chosen.model is None:
            from tests.tiny_models import causal

            causal.save_gpt2(model, limit=1024)
        LmEval().write(suite, Path(work) / "pairs")
        theirs, ours = by_lm_eval(chosen.lm_eval, Path(work) / "pairs", model.resolve()), by_ours(suite, model)
    version = subprocess.run(
        [chosen.lm_eval, "-c", "from importlib.metadata import version; print(version('lm_eval'))"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    largest = max(abs(a - b) for key in ours for a, b in zip(ours[key], theirs[key], strict=True))
    same = sum((ours[key][0] > ours[key][1]) == (theirs[key][0] > theirs[key][1]) for key in ours)
    print(f"lm-eval {version}, {len(ours)} pairs: largest difference {largest:.6f}; same verdict on {same}")
    return int(largest > NEAR or same < len(ours))


if __name__ == "__main__":
    sys.exit(main())
