"""The commands `init` and `run`: what they take, refuse and pass on."""

import os
import signal
import threading
import time

import pytest

from extractors import __main__ as cli
from extractors.core import yamlfile
from tests.builders import test_sets as build

TEXTS = "--source s.de --source-language de"
PAIR = f"{TEXTS} --reference r.en --target-language en"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("s.de", "r.en", "b.en", "outputs/good.en", "outputs/bad.en"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("Ja.\n")
    (tmp_path / "two.en").write_text("Yes.\nNo.\n")
    return tmp_path


def config(folder="out"):
    return yamlfile.load(f"{folder}/config.yaml").data


@pytest.mark.usefixtures("snakemake")
def test_texts_become_a_config_and_targets_arguments_of_snakemake(folder, capsys):
    line = f"run {PAIR} --systems outputs --phenomena reflexive --metrics bleu,chrf --cores 3 -o out"
    assert cli.main(line.split()) == 0
    assert config() == {
        "corpora": {
            "out": {
                "source_language": "de",
                "target_language": "en",
                "source": "../s.de",
                "references": {"A": "../r.en"},
                "systems": "../outputs",
            }
        },
        "phenomena": ["reflexive"],
        "metrics": {"bleu": {}, "chrf": {}},
    }
    assert (folder / "arguments").read_text() == (
        "-m snakemake --snakefile out/Snakefile --directory out --cores 3 --logger rich -- extract score report\n"
    )
    assert capsys.readouterr().out.splitlines()[-1] == "report: out/results/out/report.html"


@pytest.mark.usefixtures("snakemake")
@pytest.mark.parametrize(
    ("systems", "expected"),
    [
        ("a=outputs/good.en outputs/bad.en", {"a": "../outputs/good.en", "bad": "../outputs/bad.en"}),
        ("outputs/good.en", {"good": "../outputs/good.en"}),
        ("outputs/{system}.en", "../outputs/{system}.en"),
        ("outputs new=b.en", {"new": "../b.en", "good": "../outputs/good.en", "bad": "../outputs/bad.en"}),
        ("a=outputs/good.en --systems b=outputs/bad.en", {"a": "../outputs/good.en", "b": "../outputs/bad.en"}),
    ],
)
def test_systems_are_a_folder_a_pattern_or_files(systems, expected):
    assert cli.main(f"run {PAIR} --reference b.en --systems {systems} -o out".split()) == 0
    corpus = config()["corpora"]["out"]
    assert corpus["systems"] == expected
    assert corpus["references"] == {"r": "../r.en", "b": "../b.en"}


@pytest.mark.usefixtures("snakemake")
def test_a_test_set_is_taken_with_its_systems_and_files_of_scores(folder):
    build.wmt24(folder / "set")
    scores = build.write(folder / "set/en-de.Owl.seg.score", build.seg_score(build.SCORES))
    line = f"run --from wmt22:set#en-de segscore:set/{scores.name} --systems new=two.en -o out"
    assert cli.main(line.split()) == 1  # 2 lines
    build.write(folder / "three.de", build.lines(build.REFERENCE))
    build.write(folder / "names", "a\na\nb\n")
    line = line.replace("two.en", "three.de") + " --reference B=three.de --document names --domain names"
    assert cli.main(line.split()) == 0
    assert config()["corpora"]["out"] == {
        "from": ["wmt22:../set#en-de", "segscore:../set/en-de.Owl.seg.score"],
        "references": {"B": "../three.de"},
        "systems": {"new": "../three.de"},
        "document": "../names",
        "domain": "../names",
    }
    assert (folder / "arguments").read_text().endswith(" -- extract score report\n")


@pytest.mark.usefixtures("snakemake")
def test_a_source_alone_is_extracted(folder, capsys):
    words = ["1\tJa\tja\tINTJ\t_\t_\t0\troot\t_\tSpaceAfter=No", "2\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_"]
    (folder / "s.conllu").write_text("\n".join([*words, "", ""]))
    parser = ["--config", "parse={parser: conllu, model: s.conllu}"]
    assert cli.main([*f"run {TEXTS} --name news -o out".split(), *parser]) == 0
    assert config() == {
        "corpora": {"news": {"source_language": "de", "source": "../s.de"}},
        "parse": {"parser": "conllu", "model": "../s.conllu"},
    }
    assert (folder / "arguments").read_text().endswith(" --cores all --logger rich -- extract\n")
    assert capsys.readouterr().out.splitlines()[-1] == "extract: out/results/news/sets.parquet"


@pytest.mark.usefixtures("snakemake")
def test_a_dry_run_says_nothing_of_results(folder, capsys):
    assert cli.main(f"run {PAIR} --systems outputs --targets score --dry-run -o out".split()) == 0
    assert (folder / "arguments").read_text().endswith(" --dry-run -- score\n")
    assert "results" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("exit 7", 7, "the run ended with the status 7"),
        ("kill -TERM $$", 143, "the run was stopped by the signal SIGTERM"),
        ("kill -9 $$", 137, "the run was stopped by the signal SIGKILL, as systems do where memory runs out"),
    ],
)
def test_the_status_of_the_run_is_passed_on(snakemake, capsys, command, status, said):
    snakemake(command)
    assert cli.main(f"run {PAIR} --systems outputs -o out".split()) == status
    out, error = capsys.readouterr()
    assert f"{said}\n" in error
    assert "config: out/config.yaml" in out
    assert "report.html" not in out


def test_sigterm_is_handed_to_the_run_at_once(snakemake, folder, capsys):
    snakemake(f"trap 'echo ended > {folder}/ended; exit 1' TERM\ntouch {folder}/began\nwhile :; do sleep 0.1; done")

    def terminate():
        while not (folder / "began").exists():
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=terminate, daemon=True).start()
    assert cli.main(f"run {PAIR} --systems outputs -o out".split()) == 128 + signal.SIGTERM
    assert (folder / "ended").read_text() == "ended\n"
    assert capsys.readouterr().err.splitlines()[-1].startswith("stopped by SIGTERM")


@pytest.mark.usefixtures("snakemake")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"run {TEXTS.replace('s.de', 'none.de')} -o out", "corpus out: no such file: none.de"),
        (f"run {PAIR} --systems nowhere/ -o out", "no such file"),
        (f"run {PAIR} --systems outputs outputs/{{system}}.en -o out", "two places hold several outputs each"),
        (f"run {PAIR} --systems outputs good=b.en -o out", "the system 'good' is in"),
        (f"run {TEXTS} --reference r.en -o out", "it has references but no target_language"),
        (f"run {PAIR} --systems outputs --metrics blue -o out", "did you mean 'bleu'"),
        (f"run {PAIR} --systems outputs --phenomena reflexiv -o out", "did you mean 'reflexive'"),
        (f"run {PAIR} --systems outputs --targets reports -o out", "did you mean 'report'"),
        (f"run {PAIR} --targets score -o out", "nothing to score: the corpus has no systems"),
        (f"run {PAIR} --config 'align={{aligner: simalgn}}' -o out", "did you mean 'simalign'"),
        (f"run {TEXTS} --cores 0 -o out", "give 1 or more"),
        (f"run {PAIR} --systems short=s.de long=two.en -o out", "two.en:2: 2 segments, but the source s.de has 1"),
        (f"run {PAIR} --config unit=1 -o out", "unit"),
        (f"run {TEXTS} --name a/b -o out", "'a/b' cannot be the name of a corpus"),
        ("init out --source s.de", "--source needs --source-language"),
        ("init out --document s.de", "--document without --source"),
        ("run --source s.de -o out", "--source needs --source-language"),
        ("run --from wmt22:none#de-en -o out", "none: no such file or folder"),
        ("init out --systems outputs", "--systems without --source"),
        ("init out --source none.de --source-language de", "no such file: none.de"),
        ("init out --name a/b", "'a/b' cannot be the name of a corpus"),
        ("init out --name Suites", "a corpus cannot be named 'Suites'"),
    ],
)
def test_what_cannot_be_run_is_refused_before_anything_is_written(folder, refuses, line, words):
    assert "--config:" not in refuses(line, words)
    assert not (folder / "out").exists()
    assert not (folder / "arguments").exists()


def test_init_says_what_comes_next(call, refuses):
    assert call("init first")[1].endswith("next: cd first; snakemake --cores 2 extract score report\n")
    assert call(f"init sets {TEXTS}")[1].endswith("next: cd sets; snakemake --cores 2 extract\n")
    refuses("init first", "config.yaml: exists already")
