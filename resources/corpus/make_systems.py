"""Make what a script makes of the bundled corpora: which hits `forgetful` loses, and the system `noisy`.

    python resources/corpus/make_systems.py draw en-de     # writes en-de/damaged.tsv
    python resources/corpus/make_systems.py noise          # writes systems/noisy.* of every pair

`draw` finds the reflexives and negations at a distance of three words or more with the shipped parser, and draws four
in five of them with a seed. A model then rewrote these lines of translation.C as systems/forgetful (README.md).
`noise` drops each word of translation.C with probability 0.08, else doubles it 0.02, else swaps it with the next 0.10.
The random stream is seeded by the line number, so that a changed line changes no other.
"""

import random
import sys
from pathlib import Path

HERE = Path(__file__).parent
SHARE, SEED, DISTANCE = 0.8, 65, 3
DAMAGED = ("reflexive", "negation")
DROP, DOUBLE, SWAP = 0.08, 0.02, 0.10


def draw(pair: str) -> list[str]:
    """Return the lines of damaged.tsv of a pair, with a heading."""
    import extractors as cs

    language = pair.partition("-")[0]
    source = (HERE / pair / f"source.{language}").read_text(encoding="utf-8").splitlines()
    rng = random.Random(SEED)
    lines = ["segment_id\tphenomenon\thead\tdependent\tdistance"]
    for phenomenon in DAMAGED:
        rows = cs.find(source, phenomenon, language=language).table.to_pylist()
        far = [row for row in rows if row["distance"] >= DISTANCE]
        for row in sorted(rng.sample(far, round(SHARE * len(far))), key=lambda row: row["segment_id"]):
            words = (row["head_form"], row["dependent_form"], str(row["distance"]))
            lines.append("\t".join([str(row["segment_id"]), phenomenon, *words]))
    return lines


def noisy(line: str, seed: int) -> str:
    """Return a line with words dropped, doubled and swapped; never empty if the line was not."""
    rng = random.Random(seed)
    words: list[str] = []
    swapped = line.split()
    for i in range(len(swapped) - 1):
        if rng.random() < SWAP:
            swapped[i], swapped[i + 1] = swapped[i + 1], swapped[i]
    for word in swapped:
        chance = rng.random()
        words += [] if chance < DROP else [word, word] if chance < DROP + DOUBLE else [word]
    return " ".join(words or swapped)


def main() -> None:
    if sys.argv[1:2] == ["draw"] and len(sys.argv) == 3:
        text = "".join(f"{line}\n" for line in draw(sys.argv[2]))
        (HERE / sys.argv[2] / "damaged.tsv").write_text(text, encoding="utf-8")
    elif sys.argv[1:] == ["noise"]:
        for translation in sorted(HERE.glob("*/translation.C.*")):
            lines = translation.read_text(encoding="utf-8").splitlines()
            output = translation.parent / f"systems/noisy{translation.suffix}"
            output.write_text("".join(f"{noisy(line, i)}\n" for i, line in enumerate(lines)), encoding="utf-8")
            print(output)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
