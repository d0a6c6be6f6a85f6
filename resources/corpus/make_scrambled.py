"""Makes systems/scrambled.* from systems/careful.*: a worse system whose faults are known.

Each word is dropped with probability 0.08, else doubled 0.02, else swapped with the next 0.10. The
random stream is seeded by the line number, so that a changed line changes no other.

    python resources/corpus/make_scrambled.py
"""

import random
from pathlib import Path

DROP, DOUBLE, SWAP = 0.08, 0.02, 0.10


def scramble(line: str, seed: int) -> str:
    """One line with words dropped, doubled and swapped; never empty if the line was not."""
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


if __name__ == "__main__":
    for careful in sorted(Path(__file__).parent.glob("*/systems/careful.*")):
        lines = careful.read_text(encoding="utf-8").splitlines()
        output = careful.with_name(f"scrambled{careful.suffix}")
        output.write_text("".join(f"{scramble(line, i)}\n" for i, line in enumerate(lines)), encoding="utf-8")
        print(output)
