"""A run of the program eflomal: tokens in, the links of both directions out."""

import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import eflomal

from extractors.core.errors import InputError
from extractors.models.aligners._symmetrize import Pairs


def run(
    source: Iterable[Sequence[str]],
    target: Iterable[Sequence[str]],
    *,
    model: int = 3,
    samplers: int = 3,
    iterations: float = 1.0,
    priors: Sequence[str] = (),
) -> tuple[Iterator[Pairs], Iterator[Pairs]]:
    """The links of each pair of token lists, forward and reverse.

    Args:
        model: 1 (IBM 1), 2 (with an HMM) or 3 (with fertilities too).
        samplers: how many independent samplers are averaged.
        iterations: how many iterations, as a multiple of eflomal's own number.
        priors: the lines of a priors file, with the source as the first column of its lexicon.
    """
    aligner = eflomal.Aligner(model=model, n_samplers=samplers, rel_iterations=iterations)
    with tempfile.TemporaryDirectory(prefix="eflomal-") as folder:
        forward, reverse = Path(folder, "forward"), Path(folder, "reverse")
        try:
            aligner.align(
                [_line(tokens) for tokens in source],
                [_line(tokens) for tokens in target],
                links_filename_fwd=str(forward),
                links_filename_rev=str(reverse),
                priors_input=priors or None,
            )
        except (OSError, subprocess.CalledProcessError) as error:
            raise InputError(
                f"the program eflomal failed: {error}",
                remedy="pip install --force-reinstall eflomal; is there room in the temporary folder?",
            ) from error
        return parse(forward.read_text().splitlines()), parse(reverse.read_text().splitlines())


def _line(tokens: Sequence[str]) -> str:
    """The tokens as eflomal reads them: blanks only between them, and none of them empty.

    eflomal lowercases them itself.
    """
    return " ".join("_".join(token.split()) or "_" for token in tokens)


def parse(lines: Iterable[str]) -> Iterator[Pairs]:
    """The links of each line in Pharaoh format, read one line at a time: a bitext has many."""
    for line in lines:
        yield {(int(i), int(j)) for i, _, j in (link.partition("-") for link in line.split())}
