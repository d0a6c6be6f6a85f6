import gzip
import logging
import random
from pathlib import Path
from typing import Any

import pytest

from extractors.core.errors import InputError
from extractors.models.aligners import Links, Pair, create_aligner

pytest.importorskip("eflomal")

from extractors.models.aligners import _eflomal
from extractors.models.aligners.eflomal import LONGEST, Eflomal

QUICK = {"iterations": 0.02, "samplers": 1}

GLOSSES = {"Haus": "house", "Baum": "tree", "alt": "old", "sieht": "sees", "Hund": "dog", "rot": "red", "und": "and"}


def make(*, source: str = "de", target: str = "en", **options: Any) -> Eflomal:
    return Eflomal(source_language=source, target_language=target, **{**QUICK, **options})


def make_pairs(count: int, *, length: int = 5) -> list[Pair]:
    draw = random.Random(1)
    sources = [draw.sample(sorted(GLOSSES), k=min(length, len(GLOSSES))) for _ in range(count)]
    return [(source, [GLOSSES[word] for word in source]) for source in sources]


def write_priors(path: Path, lines: list[str]) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(line.replace(" ", "\t") + "\n" for line in lines).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return str(path)


def share_of(expected: Links, alignments: list[Links]) -> float:
    return sum(links == expected for links in alignments) / len(alignments)


def test_words_that_go_together_are_linked() -> None:
    alignments = list(make(iterations=0.5).align(make_pairs(200)))
    assert share_of([(k, k) for k in range(5)], alignments) > 0.8


def test_links_are_read_from_lines_in_pharaoh_format() -> None:
    assert list(_eflomal.parse(["0-0 12-3\n", "\n"])) == [{(0, 0), (12, 3)}, set()]


# Nothing but the priors tells that the first word goes with the second.
CROSSED = ["LEX alpha psi 1000", "LEX beta omega 1000"]


@pytest.mark.parametrize("name", ["greek.priors", "greek.priors.gz"])
@pytest.mark.parametrize("columns", ["de", "en"])
def test_priors_are_used_in_their_direction(tmp_path: Path, name: str, columns: str) -> None:
    model = write_priors(tmp_path / name, CROSSED)
    pairs: list[Pair] = [(["Alpha", "beta"], ["omega", "PSI"])] * 20
    if columns == "en":
        pairs = [(target, source) for source, target in pairs]
    aligner = make(model=model, priors_source=columns, model_type=1, iterations=0.2)
    assert list(aligner.align(pairs)) == [[(0, 1), (1, 0)]] * 20
    assert ("/turned/" in aligner.signature) == (columns == "en")


def test_the_directions_keep_their_names_when_the_sides_change_places(tmp_path: Path) -> None:
    # Forward, each target word has one link at most; reverse, each source word.
    model = write_priors(tmp_path / "x.priors", CROSSED)
    pairs: list[Pair] = [(["alpha"], ["psi", "psi", "psi"]), (["psi"] * 3, ["alpha"])] * 10
    for columns in ("de", "en"):
        for symmetrization, side in (("forward", 1), ("reverse", 0)):
            aligner = make(model=model, priors_source=columns, symmetrization=symmetrization)
            for links in aligner.align(pairs):
                ends = [link[side] for link in links]
                assert len(ends) == len(set(ends))


def test_a_folder_with_priors_is_named_by_its_languages(tmp_path: Path) -> None:
    write_priors(tmp_path / "mine-en-de" / "some.priors", CROSSED)
    model = str(tmp_path / "mine-en-de")
    assert "/mine-en-de:" in make(model=model).signature
    assert "/turned/" in make(model=model).signature
    assert "/turned/" not in make(model=model, priors_source="de").signature
    with pytest.raises(InputError, match="priors are for de-en, not fr-en"):
        make(model=model, source="fr")


def test_a_folder_without_priors_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has 0 files that end in"):
        make(model=str(tmp_path))


@pytest.mark.parametrize("line", ["LEX a b", "LEX a b many", "HMMF x 1", "", "lex a b 1", "FERF a 1.5 2"])
def test_a_line_that_is_not_a_prior_is_refused(tmp_path: Path, line: str) -> None:
    model = write_priors(tmp_path / "bad.priors", ["LEX a b 2", "FERR a 1 2.5e+06", "HMMR -3 1", line])
    with pytest.raises(InputError, match="is not a prior") as caught:
        make(model=model)
    assert caught.value.line == 4


@pytest.mark.parametrize(
    "options", [{"symmetrization": "intersect"}, {"model_type": 4}, {"samplers": 0}, {"iterations": 0}, {"runs": 0}]
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"{next(iter(options))} of eflomal"):
        create_aligner("eflomal", source_language="de", target_language="en", model=None, options=options)


def test_missing_priors_name_the_remedy() -> None:
    with pytest.raises(InputError) as caught:
        make(model="no-such-priors")
    assert "eflomal-makepriors" in str(caught.value)


def test_a_segment_that_eflomal_would_pass_over_is_aligned(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    words = [f"w{k}" for k in range(2 * LONGEST + 100)]
    model = write_priors(tmp_path / "same.priors", [f"LEX {word} {word} 1000" for word in words])
    with caplog.at_level(logging.WARNING):
        (links,) = make(model=model, model_type=1, iterations=0.01).align([(words, words)])
    assert "longer than 1000 tokens, so aligned in overlapping parts: 1 pairs" in caplog.text
    assert links == [(k, k) for k in range(len(words))]


def test_of_several_runs_the_links_of_most_are_taken_with_their_share(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = iter([{(0, 0), (1, 1)}, {(0, 0), (1, 0)}, {(0, 0), (1, 1)}])

    def run(*_: object, **__: object) -> tuple[list[set[tuple[int, int]]], list[set[tuple[int, int]]]]:
        links = next(runs)
        return [links], [links]

    monkeypatch.setattr(_eflomal, "run", run)
    aligner = make(runs=3)
    pairs: list[Pair] = [([], ["x"]), (["Haus", "alt"], ["house", "old"])]
    assert list(aligner.align_with_confidence(pairs)) == [([], []), ([(0, 0), (1, 1)], [1.0, pytest.approx(2 / 3)])]
    assert aligner.gives_confidence
    assert "/runs:3/" in aligner.signature


def test_one_run_says_nothing_of_how_sure_a_link_is() -> None:
    aligner = make(iterations=0.1)
    assert not aligner.gives_confidence
    assert "runs" not in aligner.signature
    for links, sure in aligner.align_with_confidence(make_pairs(20)):
        assert sure == [None] * len(links)
