"""Write a campaign of Pearmut, for people to rate outputs."""

import argparse
import json
from pathlib import Path

from challenge_sets_suites.commands._suites import read_judgments
from challenge_sets_suites.pearmut_tasks import PROTOCOLS
from extractors.cli.commands._arguments import names, output
from extractors.core.digits import is_whole
from extractors.core.errors import InputError
from extractors.core.names import check_name, check_names

SEED = 12345


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("items", type=Path, help="the suite, as `suite items` writes it")
    parser.add_argument("judgments", nargs="+", type=Path, help="judgments of the systems, for their outputs")
    parser.add_argument(
        "--protocol",
        choices=list(PROTOCOLS),
        default="yes-no",
        help="the task (default: %(default)s; docs/human-judgments.md)",
    )
    parser.add_argument("--name", help="the campaign's id (default: made of what is rated)")
    parser.add_argument("--annotators", default="1", metavar="NAME,NAME", help="who rates, or how many (default: 1)")
    parser.add_argument("--phenomena", metavar="ID,ID", help="only items of these")
    parser.add_argument("--each", type=int, metavar="N", help="so many items of each phenomenon, drawn at random")
    parser.add_argument("--attention", type=int, default=0, metavar="N", help="checks for each annotator (default: 0)")
    parser.add_argument("--reference", action="store_true", help="show the reference of the items")
    parser.add_argument("--seed", type=int, default=SEED, help="of the draw and the order (default: %(default)s)")
    output(parser, "the campaign, .json, for `pearmut add`")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.campaigns import sample, tasks
    from challenge_sets_suites.pearmut_tasks import campaign
    from challenge_sets_suites.suite_stage import read_items
    from extractors.core.files import write_text

    if arguments.output.suffix != ".json":
        raise InputError("a campaign is .json", path=arguments.output, remedy="end the name in .json")
    if arguments.each is not None and arguments.each < 1:
        raise InputError("--each must be 1 or more", remedy="leave it out to take all items")
    if arguments.attention < 0:
        raise InputError("--attention must be 0 or more", remedy="leave it out for no attention checks")
    suite = read_items(arguments.items)
    items = sample(suite.items, phenomena=names(arguments.phenomena), each=arguments.each, seed=arguments.seed)
    made = tasks(
        items,
        read_judgments(arguments.judgments),
        references=arguments.reference,
        others={item.item for item in suite.items} - {item.item for item in items},
    )
    written = campaign(
        made,
        name=arguments.name and check_name(arguments.name, "campaign"),
        protocol=arguments.protocol,
        annotators=_annotators(arguments.annotators),
        seed=arguments.seed,
        checks=arguments.attention,
    )
    with write_text(arguments.output) as out:
        json.dump(written, out, ensure_ascii=False, indent=1)
        out.write("\n")
    outputs = sum(len(set(task.outputs.values())) for task in made)
    print(f"{arguments.output}: {len(made)} items with {outputs} outputs, for {len(written['data'])} annotators")
    print(f"its id in Pearmut: {written['campaign_id']}")


def _annotators(text: str) -> list[str] | int:
    """Return the number of annotators, or their names."""
    if is_whole(text) and int(text) > 0:
        return int(text)
    annotators = names(text) or []
    check_names(annotators, "annotator", remedy="write --annotators 3, or --annotators anna,ben")
    if not annotators or len(set(annotators)) < len(annotators):
        raise InputError("no annotator, or one twice", remedy="write --annotators 3, or --annotators anna,ben")
    return annotators


EXAMPLE = (
    "challenge-sets suite campaign items.parquet judgments.parquet --annotators anna,ben --each 50 -o"
    " campaign.json\n"
    "challenge-sets suite campaign items.parquet judgments.parquet --protocol esa --phenomena particle_verb -o"
    " esa.json"
)
