"""eflomal: a statistical aligner (IBM 1, HMM, fertility) that learns from the very pairs it aligns.

Source: Östling and Tiedemann (2016), Efficient Word Alignment with Markov Chain Monte Carlo, PBML 106.
A few thousand pairs are little to learn from, hence priors: counts of links in a larger corpus. eflomal
seeds its sampler from the operating system and takes no seed, so that two runs differ in some links.
"""

import importlib.metadata
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from extractors.core import files
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.models import installed
from extractors.models.aligners import Aligner, Confidence, Links, Pair, _eflomal
from extractors.models.aligners._symmetrize import Pairs, Symmetrization, symmetrize
from extractors.models.aligners._windows import windows
from extractors.models.installed import Requirement

LANGUAGES_IN_NAME = re.compile(r".*-([a-z]{2})-([a-z]{2})(\..*)?")
"""mine-de-en or mine-de-en.priors.gz: the first column of the lexicon is German."""

PRIOR = re.compile(
    r"(LEX\t[^\t]+\t[^\t]+|HMM[FR]\t-?[0-9]+|FER[FR]\t[^\t]+\t[0-9]+)\t[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?"
)
"""A line of a priors file, as `eflomal-makepriors` writes it."""

MAKE_PRIORS = "make one with eflomal-makepriors from an aligned corpus, or leave out `model:`"

LONGEST = 1000
"""eflomal passes over segments of 1,024 tokens and more without a word."""


class _Part(NamedTuple):
    """A part of a pair that is aligned: [start, stop) of each side, and which links are taken from it."""

    pair: int
    source: tuple[int, int]
    target: tuple[int, int]
    side: int
    """The longer side, 0 or 1: links are taken whose token on this side is in `central`."""
    central: range


class Eflomal(Aligner):
    """Aligns by co-occurrence in the given pairs and in the corpus that the priors were counted in.

    Args:
        model: a priors file as `eflomal-makepriors` writes it, plain or gzip, or a folder with one; None for none.
        priors_source: the language of the first column of the priors' lexicon; None for the first one
            in a name such as mine-de-en, else the source language. Where it is the target language
            the sides change places while eflomal works.
        symmetrization: how the two directions' links become one set, see `_symmetrize`.
        model_type: eflomal's model: 1 (IBM 1), 2 (with an HMM) or 3 (with fertilities too).
        samplers: how many independent samplers are averaged; more give steadier links.
        iterations: how many iterations, as a multiple of eflomal's own number.
        runs: how often eflomal is run. Of several runs, the links that more than half of them have are taken, and the
            share of runs that have a link is its confidence; one run gives none.
    """

    needs_whole_corpus = True

    def __init__(
        self,
        *,
        source_language: str,
        target_language: str,
        model: str | None = None,
        priors_source: str | None = None,
        symmetrization: Symmetrization = "intersection",
        model_type: Annotated[int, Field(ge=1, le=3)] = 3,
        samplers: Annotated[int, Field(ge=1)] = 3,
        iterations: Annotated[float, Field(gt=0)] = 1.0,
        runs: Annotated[int, Field(ge=1)] = 1,
    ) -> None:
        self._symmetrization, self._model_type = symmetrization, model_type
        self._samplers, self._iterations, self._runs = samplers, iterations, runs
        languages = {"source_language": source_language, "target_language": target_language}
        need = self.needs(**languages, model=model, options={})
        self._priors = "no-priors"
        self._lines: list[str] = []
        self._turned = False
        if need is not None:
            path = need.here()
            file = _priors_in(path)
            name = path.name if file == path else path.resolve().name
            self._lines = _read_priors(file)
            named = LANGUAGES_IN_NAME.fullmatch(name)
            columns = {priors_source} if priors_source else set(named.groups()[:2]) if named else set()
            if not columns <= {source_language, target_language}:
                raise InputError(
                    f"the priors are for {'-'.join(sorted(columns))}, not {source_language}-{target_language}",
                    path=file,
                    remedy="name other priors; `priors_source:` if the file's name misleads",
                )
            first = priors_source or (named[1] if named else source_language)
            self._turned = first != source_language
            self._priors = f"{name}:{files.sha256(file)[:8]}" + ("/turned" if self._turned else "")

    @classmethod
    def needs(
        cls, *, source_language: str, target_language: str, model: str | None, options: Mapping[str, Any]
    ) -> Requirement | None:
        del source_language, target_language, options
        return None if model is None else installed.required("priors", model, MAKE_PRIORS)

    @property
    def signature(self) -> str:
        runs = f"/runs:{self._runs}" if self._runs > 1 else ""
        return (
            f"eflomal:{importlib.metadata.version('eflomal')}/{self._priors}/model:{self._model_type}"
            f"/{self._symmetrization}/samplers:{self._samplers}/iterations:{self._iterations:g}{runs}/unseeded"
        )

    @property
    def gives_confidence(self) -> bool:
        return self._runs > 1

    def align_with_confidence(self, pairs: Sequence[Pair], *, before: int = 0) -> Iterator[tuple[Links, Confidence]]:
        """The links of each pair, in order, with the share of the runs that have them; one run gives no confidence.

        A pair with an empty side has no links.
        All pairs are aligned together, since they are what eflomal learns from. A segment longer than
        LONGEST tokens is aligned in overlapping parts, each with the same stretch of the other side.
        """
        del before
        parts = [part for k, pair in enumerate(pairs) for part in _parts(k, pair)]
        long = {part.pair for part, following in pairwise(parts) if part.pair == following.pair}
        if long:
            log.warning("eflomal: longer than %d tokens, so aligned in overlapping parts: %d pairs", LONGEST, len(long))
        if self._runs == 1:
            for links in self._links_of_pairs(pairs, parts):
                yield sorted(links), [None] * len(links)
            return
        found: list[Counter[tuple[int, int]]] = [Counter() for _ in pairs]
        for _ in range(self._runs):
            for counts, links in zip(found, self._links_of_pairs(pairs, parts), strict=True):
                counts.update(links)
        for counts in found:
            kept = sorted(link for link, runs in counts.items() if 2 * runs > self._runs)
            yield kept, [counts[link] / self._runs for link in kept]

    def _links_of_pairs(self, pairs: Sequence[Pair], parts: Sequence[_Part]) -> Iterator[Pairs]:
        """The links of each pair by a run, one after another, for those of a large corpus are many."""
        of_parts = zip(parts, self._run(pairs, parts), strict=True)
        part = next(of_parts, None)
        for number in range(len(pairs)):
            links: Pairs = set()
            while part is not None and part[0].pair == number:
                links |= _moved(*part)
                part = next(of_parts, None)
            yield links

    def _run(self, pairs: Sequence[Pair], parts: Sequence[_Part]) -> Iterator[Pairs]:
        """eflomal's links of each part, from the part's own first tokens."""
        if not parts:
            return
        source = [pairs[part.pair][0][slice(*part.source)] for part in parts]
        target = [pairs[part.pair][1][slice(*part.target)] for part in parts]
        first, second = _eflomal.run(
            *((target, source) if self._turned else (source, target)),
            model=self._model_type,
            samplers=self._samplers,
            iterations=self._iterations,
            priors=self._lines,
        )
        forward, reverse = (map(_flipped, second), map(_flipped, first)) if self._turned else (first, second)
        for f, r in zip(forward, reverse, strict=True):
            yield symmetrize(f, r, self._symmetrization)


def _parts(number: int, pair: Pair) -> Iterator[_Part]:
    """The whole pair; in windows where a side is too long; nothing where a side is empty."""
    source, target = len(pair[0]), len(pair[1])
    if not source or not target:
        return
    longer = max(source, target)
    for window in windows(longer, LONGEST):
        spans = [(window.start * length // longer, -(-window.stop * length // longer)) for length in (source, target)]
        central = range(window.own_start, window.own_stop)
        yield _Part(number, spans[0], spans[1], int(target > source), central)


def _moved(part: _Part, links: Pairs) -> Pairs:
    """The links of a part as those of its pair, without those that another part has."""
    moved = {(i + part.source[0], j + part.target[0]) for i, j in links}
    return {link for link in moved if link[part.side] in part.central}


def _flipped(links: Iterable[tuple[int, int]]) -> Pairs:
    return {(j, i) for i, j in links}


def _priors_in(path: Path) -> Path:
    """The file itself, or the one in a folder."""
    if path.is_file():
        return path
    priors = sorted(p for p in path.iterdir() if p.name.endswith((".priors", ".priors.gz")))
    if len(priors) != 1:
        raise InputError(
            f"has {len(priors)} files that end in .priors or .priors.gz", path=path, remedy="name one file"
        )
    return priors[0]


def _read_priors(path: Path) -> list[str]:
    lines = files.read_text(path).removesuffix("\n").split("\n")
    for number, line in enumerate(lines, 1):
        if not PRIOR.fullmatch(line):
            raise InputError(
                f"{line[:60]!r} is not a prior",
                path=path,
                line=number,
                remedy="give a file written by eflomal-makepriors: LEX, HMMF, HMMR, FERF and FERR lines with tabs",
            )
    return lines
