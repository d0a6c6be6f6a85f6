"""Each benchmark runs on small made data, in this process: what it needs of the package is there, and it prints."""

import importlib
import json
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from extractors.core.logs import log
from tests import ROOT
from tests.benchmarks import made_data
from tests.builders import small_results


class Given(NamedTuple):
    """What a benchmark is given: results of a small corpus, texts and treebanks, and a folder of its own."""

    results: Path
    data: Path
    place: Path


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """The results of a small German corpus with documents."""
    folder = small_results.make(tmp_path_factory.mktemp("small"))
    small_results.name_documents(folder, [f"d{number // 4}" for number in range(60)])
    return folder


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Texts and treebanks under the names that benchmarks look for."""
    return made_data.make(tmp_path_factory.mktemp("data"))


PROTOTYPE = """
class Request:
    def __init__(self, text):
        assert "Reflex=Yes" in text

    def search(self, sentence):
        for word in sentence.w[1:]:
            if word.feats.get("Reflex") == "Yes" and word.head:
                yield {"V": sentence.w[word.head], "R": word}
"""
"""A matcher of the one request that `match_requests` brings."""


def matchers(given):
    """A catalogue without requests, and PROTOTYPE."""
    (given.place / "catalogue.yaml").write_text("[]\n")
    (given.place / "prototype.py").write_text(PROTOTYPE)
    return ["--catalogue=catalogue.yaml", "--prototype=prototype.py", "--repeats=1"]


def isabelle(given):
    """An item of each category that the paper has, which one system of three translates wrongly."""
    systems = ("PBMT-1", "NMT", "Google")
    outputs = {name: {"text": f"Il chante {number}.", "pass": name != "PBMT-1"} for number, name in enumerate(systems)}
    of = [("Morpho-syntactic", "S1"), ("Lexico-syntactic", "L1"), ("Syntactic", "X1")]
    shared = {"question": "?", "source": "He sings.", "reference": "Il chante.", "outputs": outputs}
    entries = [{"id": name, "category": category, "subcategory": name} | shared for category, name in of]
    (given.place / "suite.json").write_text(json.dumps(entries))
    return ["suite.json"]


def archive(given):
    """WMT's folder of a pair, long enough for the longest stretch that is planted."""
    segments = small_results.ordinary(130)
    texts = {"sources/t.de-en.src.de": [one.text for one in segments]}
    texts |= {"references/t.de-en.ref.A.en": [one.english for one in segments]}
    texts |= {"system-outputs/de-en/weak.en": [one.weak for one in segments]}
    for name, lines in texts.items():
        made_data.texts(given.place / "wmt21/txt" / name, lines)
    return ["--data=."]


CASES = {
    "accuracy_null": lambda given: [given.results, "--words=8", "--repetitions=3", "--classes", "VERB", "ADV"],
    "contrastive_pairs": lambda given: [f"--data={given.data}"],
    "detector_quality": lambda given: [f"--data={given.data}"],
    "document_tests": lambda given: [
        *(f"--data={given.data}", "--corpora", "wmt21", "--repetitions=1", "--segments=10", "--metrics", "chrf"),
    ],
    "grouped_draws": lambda given: [given.results, "--repetitions=1", "--segments=20050"],
    "house_size": lambda _: [],
    "install_size": lambda _: ["--only=base"],
    "interval_coverage": lambda _: ["--repetitions=2", "--sizes", "30"],
    "judge_coverage": lambda _: ["--repetitions=2"],
    "lingeval97": lambda given: [f"--data={given.data}"],
    "isabelle2017": isabelle,
    "match_requests": lambda given: [f"--data={given.data}", *matchers(given)],
    "network_share": lambda given: [f"--data={given.data}", "--segments=2", "--rounds=1"],
    "scale_costs": lambda _: ["--pairs=1000"],
    "sentence_units": lambda given: [f"--data={given.data}", "--pairs", "de-en", "--paragraphs=2", "--systems=1"],
    "set_tests": lambda given: [given.results, "--repetitions=2", "--sizes", "30", "--metrics", "chrf"],
    "shifted_lines": archive,
    "speed align": lambda given: [f"--data={given.data}", "--limit=3", "align"],
    "speed conllu": lambda given: [f"--data={given.data}", "conllu"],
    "speed ribes": lambda given: [f"--data={given.data}", "ribes"],
    "speed sets": lambda given: [f"--data={given.data}", "sets", "--systems=2"],
    "multilingual": lambda given: [f"--data={given.data}", f"--out={given.place}/figures", "--only", "en_pud"],
    "test_set_tests": lambda _: ["--pair=de-en", "--trials=2"],
    "words_at_hits": lambda given: [given.results, "--trials=2"],
    "words_in_texts": lambda given: [given.results, "--trials=2"],
    "treebank_pairs": lambda given: [f"--data={given.data}", "--languages", "fr"],
}


ELSEWHERE = {
    "dfki_wmt21",
    "lm_eval_pairs",
    "alignment_quality",
    "encoder_links",
    "whole_run",
    "wmt_formats",
}
"""Benchmarks that need a campaign's own files, a run of the workflow, or another program, and are run by hand."""


def test_each_benchmark_is_run_or_named():
    names = {path.stem for path in (ROOT / "benchmarks").glob("[a-z]*.py")}
    assert {name.partition(" ")[0] for name in CASES} == names - ELSEWHERE


@pytest.fixture
def level_of_the_log():
    """Benchmarks silence the log of their process, which tests share."""
    level = log.level
    yield
    log.setLevel(level)


def run(module, arguments, patch):
    """Run a script as its users do, in the folder where the test is."""
    patch.setattr(sys, "argv", [module, *map(str, arguments)])
    status = 0
    try:
        importlib.import_module(module).main()
    except SystemExit as ended:
        status = ended.code
    # One that compares with a bar says by 1 that small data do not reach it.
    assert status in (0, 1)


@pytest.mark.usefixtures("level_of_the_log")
@pytest.mark.parametrize("name", CASES)
def test_it_runs_on_small_data(name, results, data, tmp_path, monkeypatch, capsys):
    arguments = CASES[name](Given(results, data, tmp_path))
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.chdir(tmp_path)
    run(name.partition(" ")[0], arguments, monkeypatch)
    assert capsys.readouterr().out
