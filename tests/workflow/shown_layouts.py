"""The files that commands of the pages and the help read, made from the finished run and the shipped examples."""

import contextlib
import csv
import gzip
import json
import re
import shlex
import shutil
import subprocess
from functools import partial
from pathlib import Path

from extractors.__main__ import main
from tests import ROOT
from tests.builders import campaigns
from tests.builders.quality import quality_row, write_quality
from tests.builders.rule_suites import ltb_example
from tests.builders.sheets import edit

SUITES = ROOT / "suites/examples"
CORPUS = ROOT / "resources/corpus"


def prepare(*commands):
    for command in commands:
        assert main(shlex.split(command)) == 0, command


def write_lines(path, lines):
    Path(path).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def lines_of(path):
    return Path(path).read_text(encoding="utf-8").splitlines()


def copy_to(source, *names):
    for name in names:
        (shutil.copytree if source.is_dir() else shutil.copy)(source, name)


def replace_outputs(systems):
    for name in ("outputs", "systems"):
        shutil.rmtree(name)
        copy_to(systems, name)


def lay_texts(pair):
    """A corpus and its results, under the names that pages give them."""
    source, target = pair.split("-")
    for name, names in {
        "reference.A": ("news", "ref", "a", "refA", "news.A"),
        "reference.B": ("b", "refB", "news.B"),
        "systems/free": ("old",),
        "systems/literal": ("new",),
        "systems/noisy": ("output",),
        "systems/forgetful": ("output2",),
    }.items():
        copy_to(CORPUS / pair / f"{name}.{target}", *(f"{name}.{target}" for name in names))
    copy_to(CORPUS / pair / "systems", "outputs", "systems")
    copy_to(CORPUS / pair / f"source.{source}", f"news.{source}")
    sources = lines_of(f"news.{source}")
    write_lines(f"source.{source}", sources[:12])
    scores = ["free\tliteral\tnoisy\tforgetful", *(f"0.{n % 7}\t0.{n % 6}\t0.{n % 5}\t0" for n in range(len(sources)))]
    write_lines("comet.tsv", scores)
    Path("results/news").symlink_to(pair)
    for name in ("sets", "controls", "covariates"):
        Path(f"{name}.parquet").symlink_to(f"results/news/{name}.parquet")
    Path("links.parquet").symlink_to("results/news/alignment.parquet")
    Path("source.conllu.gz").symlink_to("results/news/source.conllu.gz")
    Path("source.conllu").write_bytes(gzip.decompress(Path("source.conllu.gz").read_bytes()))
    write_quality(Path("quality-nl.csv"), quality_row("particle_verb", 90, 80, 70, language="nl"))


def lay_gate():
    """What `run` leaves in CI."""
    Path("gate/results").mkdir(parents=True)
    Path("gate/results/gate").symlink_to("../../results/en-de")


def publish(options, *names):
    prepare(f"dataset publish results/news --licence cc0-1.0 --attribution Us {options} -o {names[0]}")
    copy_to(Path(names[0]), *names[1:])


def lay_published():
    publish("", "dataset", "DATASET")


def lay_ids():
    publish("--ids-only", "dataset", "SET")


def lay_returned():
    """What WMT gives back of a test suite: the outputs of a system, which here are the sources."""
    prepare("dataset wmt-suite DATASET --name owls --languages eng_Latn-deu_Latn -o owls/owls.jsonl")
    documents = map(json.loads, lines_of("owls/owls.jsonl"))
    outputs = [json.dumps({"doc_id": each["doc_id"], "hypothesis": each["src_text"]}) for each in documents]
    Path("owls/systems").mkdir()
    write_lines("owls/systems/echo.jsonl", outputs)


def lay_rules():
    """A suite judged by rules, the same as a spreadsheet, and a benchmark of its source texts."""
    replace_outputs(SUITES / "rules/systems")
    copy_to(SUITES / "rules/source.en", "all.en")
    copy_to(SUITES / "rules/items.en-de.json", "items.json", "suite.json", "tenses.json")
    sources = lines_of("all.en")
    with Path("mine.csv").open("w", newline="", encoding="utf-8") as file:
        right = (text.split()[0] for text in lines_of("outputs/careful.de"))
        csv.writer(file).writerows([("source", "good"), *zip(sources, right, strict=True)])
    examples = [ltb_example(n, text, tags=["LTBv1", "LTBv1-eval"]) for n, text in enumerate(sources, 1)]
    Path("v1.json").write_text(json.dumps(examples), encoding="utf-8")
    form = "--format dfki --systems outputs --sources all.en"
    prepare("suite items items.json --format dfki -o items.parquet", f"suite judge tenses.json {form}")
    copy_to(Path("tenses"), *(f"results/suites/{name}" for name in ("tenses", "own", "dfki")))
    names = ("judgments", "last_year", "2020", "2021", "judged")
    copy_to(Path("tenses/judgments.parquet"), *(f"{name}.parquet" for name in names))


def lay_sample():
    """A sheet of a sample that a person has filled with yes and no in turn."""
    prepare("suite sheet items.parquet judged.parquet --sample 200 -o anna.xlsx")
    fill_sheet(Path("anna.xlsx"))
    Path("annotations").mkdir()
    copy_to(Path("anna.xlsx"), "annotations/anna.xlsx")


def lay_people():
    """A suite of questions, and its judgments."""
    replace_outputs(SUITES / "people/systems")
    copy_to(SUITES / "people/suite.json", "suite.json")
    copy_to(SUITES / "people/annotations", "annotations")
    options = "--format-option source_language=en --format-option target_language=de"
    prepare(
        f"suite items suite.json --format isabelle {options} -o items.parquet",
        "suite judge items.parquet --systems systems -o judgments.parquet",
        "suite resolve judgments.parquet --annotations annotations -o resolved.parquet",
    )


def write_answers(options, reply, *names):
    """Write what the people of a campaign answer; `reply` makes the record of a person about an item."""
    prepare(f"suite campaign items.parquet judgments.parquet {options} -o made.json")
    campaign = json.loads(Path("made.json").read_text(encoding="utf-8"))
    people = zip(campaign["info"]["users"], campaign["data"], strict=True)
    records = [reply(user, n, item) for user, documents in people for n, (item, *_) in enumerate(documents)]
    for name in names:
        campaigns.dashboard(Path(name), *records)


def yes_no(user, number, item):
    return campaigns.yes_no(user, number, item, **dict.fromkeys(item["tgt"], 2 * (number % 2)))


def scored(user, number, item):
    return campaigns.record(
        {model: campaigns.answer(40 + 7 * number % 60) for model in item["tgt"]}, item, user, number
    )


def lay_answers():
    copy_to(SUITES / "people/annotations/anna.xlsx", "anna.xlsx")
    copy_to(SUITES / "people/annotations/ben.csv", "ben.csv")
    Path("pearmut").mkdir()
    write_answers("--annotators anna,ben", yes_no, "annotations.json", "pearmut/annotations.json")


def lay_scores():
    Path("pearmut").mkdir()
    write_answers("--annotators anna,ben --protocol esa", scored, "pearmut/annotations.json")
    prepare("suite human-scores pearmut/annotations.json --items items.parquet -o rules.parquet")
    copy_to(Path("resolved.parquet"), "people.parquet")


def lay_choices():
    """Items of a word choice, judged, with an empty sheet as answers."""
    texts = "--source news.en --reference news.de --target-language de"
    prepare(
        f"suite word-choice when {texts} --alignment links.parquet --parses source.conllu.gz -o items.parquet",
        "suite judge items.parquet --sources news.en --systems outputs -o judgments.parquet",
        "suite sheet items.parquet judgments.parquet -o answers/anna.xlsx",
    )


def lay_hits():
    """The hits of a run as a suite, with judgments."""
    hits = "results/news/hits.parquet --format results"
    prepare(
        f"suite items {hits} -o items.parquet",
        f"suite judge {hits} --sources news.de --systems outputs -o judgments.parquet",
    )


def lay_asked():
    """What people were asked about a run, with a sheet that is filled with yes and no in turn."""
    prepare("ask results/news --phenomena particle_verb,reflexive --each 20 -o asked")
    copy_to(Path("asked/to_answer.xlsx"), "asked/anna.xlsx")
    fill_sheet(Path("asked/anna.xlsx"))


def fill_sheet(path):
    """Answer the rows of a sheet with yes and no in turn."""

    def fill(lines):
        column = lines[0].index("answer")
        for number, line in enumerate(lines[1:]):
            line[column] = ("yes", "no")[number % 2]

    edit(path, fill)


def lay_pairs():
    """Contrastive pairs with the scores of systems, and the texts that pairs are made from."""
    copy_to(SUITES / "contrastive/pairs.json", "lingeval97.json", "pairs.json")
    copy_to(SUITES / "contrastive/scores/careful.scores", "ours.scores", "opus-mt.scores")
    for name, corpus in (("source.en", "source.en"), ("reference.de", "reference.A.de")):
        write_lines(name, lines_of(CORPUS / "en-de" / corpus)[:12])
    write_lines("words.tsv", ["Hafen\t12", "Lampen\t3"])
    write_lines("en.txt", ["The small cat sleeps.", "The dogs sleep.", "The cats sleep."])
    write_lines("fr.txt", ["Le petit chat dort.", "Les chiens dorment.", "Les chats dorment."])
    prepare(
        "parse reference.de --source-language de -o news.de.conllu.gz",
        "parse fr.txt --source-language fr -o fr_pud.conllu",
    )
    copy_to(Path("news.de.conllu.gz"), "reference.conllu.gz")
    copy_to(Path("fr_pud.conllu"), "fr_gsd.conllu")


LAYOUTS = {
    "german": (r"", "run", partial(lay_texts, "de-en")),
    "people": (r"^challenge-sets suite ", "german", lay_people),
    "english": (r"--sources? news\.en|--source-language en .*-o gate$", "run", partial(lay_texts, "en-de")),
    "gate": (r"gate/", "run", lay_gate),
    "published": (r"(score|compare) (dataset|DATASET) ", "german", lay_published),
    "ids": (r"dataset rebuild", "german", lay_ids),
    "suite for WMT": (r"wmt-suite", "english", lay_published),
    "returned": (r"--returned", "suite for WMT", lay_returned),
    "answers": (r"suite annotations", "people", lay_answers),
    "rules": (
        r"mine\.csv|items\.json|--format (dfki|ltb)|suite (verdicts|changes)|results/suites|items\.parquet judged\.",
        "german",
        lay_rules,
    ),
    "sample": (r"suite calibrate|--undecided", "rules", lay_sample),
    "scores": (r"suite (human-scores|meta)", "people", lay_scores),
    "choices": (r"--as word-choice", "english", lay_choices),
    "hits": (r"hits\.parquet|--protocol esa", "german", lay_hits),
    "asked": (r"^challenge-sets ask .*--answers", "german", lay_asked),
    "pairs": (r"lingeval97|contrast|pairs\.json|reference\.conllu", "german", lay_pairs),
}
"""By name: the commands that need it, the layout it adds to, and what adds to it. The last that matches counts."""


class Layouts:
    """Makes each layout once, in a folder of its own.

    Args:
        top: where the folders go.
        results: of the bundled run.
    """

    def __init__(self, top, results):
        self.top = top
        (top / "run/results").mkdir(parents=True)
        for path in (results / "de-en", results / "en-de"):
            (top / "run/results" / path.name).symlink_to(path)
        for name in ("config", "resources"):
            (top / "run" / name).symlink_to(ROOT / name)

    def folder_of(self, name):
        folder = self.top / name
        if not folder.exists():
            _, base, fill = LAYOUTS[name]
            folder.mkdir()
            self.copy(base, folder)
            with contextlib.chdir(folder):
                fill()
        return folder

    def copy(self, name, folder):
        """Copy a layout over what is in a folder; links stay links, and times are kept."""
        subprocess.run(["cp", "-a", f"{self.folder_of(name)}/.", str(folder)], check=True)


def layout_of(command):
    """Return the name of the layout that a command needs."""
    return [name for name, (pattern, *_) in LAYOUTS.items() if re.search(pattern, command)][-1]
