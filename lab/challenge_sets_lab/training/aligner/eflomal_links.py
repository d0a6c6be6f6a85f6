"""Links of the program eflomal, a statistical aligner that learns from the very pairs it aligns.

Source: Östling and Tiedemann (2016), Efficient Word Alignment with Markov Chain Monte Carlo, PBML 106. An encoder
learns from its links (`aligner_recipe`), and is measured beside them. It seeds its sampler from the operating system
and takes no seed, so that two runs differ in some links.
"""

import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from extractors.core.errors import InputError
from extractors.models.aligners import Confidence, Links, Pair

Pairs = set[tuple[int, int]]
REMEDY = "pip install eflomal, which gcc compiles"


def run(
    source: Iterable[Sequence[str]], target: Iterable[Sequence[str]], *, iterations: float = 1.0
) -> tuple[Iterator[Pairs], Iterator[Pairs]]:
    """Align token lists with eflomal, and return the links of each pair, forward and reverse.

    Args:
        iterations: how many iterations, as a multiple of eflomal's own number.
    """
    try:
        import eflomal
    except ModuleNotFoundError:
        raise InputError("eflomal is not installed", remedy=REMEDY) from None

    aligner = eflomal.Aligner(model=3, n_samplers=3, rel_iterations=iterations)
    with tempfile.TemporaryDirectory(prefix="eflomal-") as folder:
        forward, reverse = Path(folder, "forward"), Path(folder, "reverse")
        try:
            aligner.align(
                [_line(tokens) for tokens in source],
                [_line(tokens) for tokens in target],
                links_filename_fwd=str(forward),
                links_filename_rev=str(reverse),
            )
        except (OSError, subprocess.CalledProcessError) as error:
            raise InputError(
                f"the program eflomal failed: {error}",
                remedy="pip install --force-reinstall eflomal; is there room in the temporary folder?",
            ) from error
        return parse(forward.read_text().splitlines()), parse(reverse.read_text().splitlines())


def linked_in_most(pairs: Sequence[Pair], *, runs: int = 1, iterations: float = 1.0) -> list[tuple[Links, Confidence]]:
    """Run eflomal several times and keep links that both directions have in more than half of the runs.

    The confidence of a link is the share of runs that have it.
    """
    found: list[Counter[tuple[int, int]]] = [Counter() for _ in pairs]
    for _ in range(runs):
        forward, reverse = run((s for s, _ in pairs), (t for _, t in pairs), iterations=iterations)
        for counts, one, other in zip(found, forward, reverse, strict=True):
            counts.update(one & other)
    kept = [sorted(link for link, times in counts.items() if 2 * times > runs) for counts in found]
    return [(links, [counts[link] / runs for link in links]) for links, counts in zip(kept, found, strict=True)]


def _line(tokens: Sequence[str]) -> str:
    """Join tokens with blanks for eflomal; blanks inside a token and empty tokens become `_`.

    eflomal lowercases them itself.
    """
    return " ".join("_".join(token.split()) or "_" for token in tokens)


def parse(lines: Iterable[str]) -> Iterator[Pairs]:
    """Yield the links of each line in Pharaoh format, one line at a time since a bitext has many."""
    for line in lines:
        yield {(int(i), int(j)) for i, _, j in (link.partition("-") for link in line.split())}
