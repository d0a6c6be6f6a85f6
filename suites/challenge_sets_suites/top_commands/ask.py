"""Ask people or a model about the hits of a corpus, and tabulate answers."""

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

from extractors.cli.commands._arguments import names, output
from extractors.core.errors import InputError

SHEET, PEARMUT, LLM = "sheet", "pearmut", "llm"
EACH, SEED = 50, 12345
SHOWN_POWER = (50, 100, 200)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="folder of a corpus with systems (results/news)")
    parser.add_argument("--phenomena", metavar="ID,ID", help="phenomena to ask about; needed without --answers")
    parser.add_argument("--each", type=int, default=EACH, metavar="N", help="hits of each (default: %(default)s)")
    parser.add_argument("--controls", type=int, metavar="N", help="control words of each (default: half as many)")
    parser.add_argument("--systems", metavar="NAME,NAME", help="whose outputs (default: all)")
    parser.add_argument("--reader", default="en", metavar="LANG", help="language of the questions (default: en)")
    parser.add_argument("--as", metavar="FORM", default=SHEET, help="sheet, pearmut or llm:MODEL (default: sheet)")
    parser.add_argument("--annotators", type=int, default=1, metavar="N", help="of a campaign (default: 1)")
    parser.add_argument("--answers", type=Path, metavar="FOLDER", help="the folder with answers, to tabulate")
    output(parser, "for questions and answers", required=False, metavar="FOLDER")


def run(arguments: argparse.Namespace) -> None:
    if (arguments.answers is None) == (arguments.output is None):
        raise InputError("nothing to do", remedy="give -o FOLDER to ask, or --answers FOLDER to tabulate answers")
    if arguments.answers is not None:
        _tabulate(arguments)
    else:
        _ask(arguments)


def _ask(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites import asked_folder
    from challenge_sets_suites.asked_accuracy import GUESSED, power
    from challenge_sets_suites.asking import draw

    form, _, model = vars(arguments)["as"].partition(":")
    phenomena = [*dict.fromkeys(names(arguments.phenomena) or ())]
    if not phenomena:
        raise InputError("no phenomenon is named", remedy="give --phenomena particle_verb,reflexive")
    controls = arguments.each // 2 if arguments.controls is None else arguments.controls
    if arguments.each < 1 or controls < 0 or arguments.annotators < 1:
        raise InputError(
            "--each and --annotators must be 1 or more, and --controls 0 or more", remedy="correct the options"
        )
    if form not in (SHEET, PEARMUT, LLM) or (form == LLM) != bool(model):
        raise InputError(f"--as cannot be {vars(arguments)['as']!r}", remedy="write sheet, pearmut or llm:MODEL")
    asked = draw(
        arguments.results,
        phenomena,
        each=arguments.each,
        controls=controls,
        systems=names(arguments.systems),
        reader=arguments.reader,
        seed=SEED,
    )
    rows = asked.about.to_pylist()
    of_controls = Counter(row["phenomenon"] for row in rows if not row["is_hit"])
    for name in phenomena:
        hits = [row for row in rows if row["phenomenon"] == name and row["is_hit"]]
        every, differing = asked.found[name]
        print(
            f"{name}: {len(hits)} of {every} hits, {sum(row['differ'] for row in hits)} of the {differing} on which"
            f" systems differ; {(found := of_controls[name])} control words"
            + (", all that match" if found < controls else "")
        )
    if len(set(asked.outputs.column("system").to_pylist())) > 1:
        said = ", ".join(f"{100 * power(n):.0f} % with {n} hits" for n in SHOWN_POWER)
        low, high = (f"{100 * share:g}" for share in GUESSED)
        print(f"power to tell apart two systems that are right in {low} and {high} % of the hits: {said}")
    asked_folder.save(asked, arguments.output)
    if form == SHEET:
        path, outputs = asked_folder.as_sheet(asked, arguments.output)
        then = "fill in `answer` (yes, no, na) in a copy for each person, in this folder"
    elif form == PEARMUT:
        path, outputs = asked_folder.as_campaign(asked, arguments.output, annotators=arguments.annotators, seed=SEED)
        then = "pearmut add, pearmut run; put its annotations.json into this folder"
    else:
        path, outputs = asked_folder.as_questions(
            asked, arguments.output, model=model, phenomena=_phenomena(arguments.results)
        )
        then = f"send them as a batch; put the answers into {asked_folder.MODEL_ANSWERS} in this folder"
    print(f"{path}: {len(rows)} questions about {outputs} distinct outputs; {then}, then:")
    print(f"  challenge-sets ask {arguments.results} --answers {arguments.output}")


def _tabulate(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites import asked_folder
    from challenge_sets_suites.report.answer_lines import answer_lines

    table = asked_folder.read_answers(arguments.answers, arguments.results, _phenomena(arguments.results))
    print(answer_lines(table), end="")
    print(
        f"{arguments.results / 'answers.csv'}: all rows, by distance too; to show them on the page:"
        f" challenge-sets report {arguments.results} -o {arguments.results / 'report.html'}"
    )


def _phenomena(results: Path) -> Any:
    from extractors.phenomena import catalogue
    from extractors.scoring.run_manifest import read_manifest

    return catalogue.load(read_manifest(results / "manifest.json").phenomena_file(), languages=[])


EXAMPLE = (
    "challenge-sets ask results/news --phenomena particle_verb,reflexive -o asked\n"
    "challenge-sets ask results/news --phenomena negation --as llm:gpt-4.1 -o by_model\n"
    "challenge-sets ask results/news --answers asked"
)
