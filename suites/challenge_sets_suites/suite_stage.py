"""The stages of a suite: its items read, its outputs judged, the tables of what was judged."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from challenge_sets_suites import answer_files
from challenge_sets_suites import formats as suites
from challenge_sets_suites.annotator_agreement import agreement
from challenge_sets_suites.answer_folders import read_annotations, resolve
from challenge_sets_suites.comparisons import comparison_table, rank_table
from challenge_sets_suites.formats import SuiteReader
from challenge_sets_suites.groups import verdicts_of
from challenge_sets_suites.judges import OutputJudge, ScoreJudge
from challenge_sets_suites.judging import check_scores, create_judge, judge_outputs, judge_scores
from challenge_sets_suites.outputs import Sources, SystemOutputs, find_outputs, found_row, same_outputs
from challenge_sets_suites.pair_scores import read_scores
from challenge_sets_suites.sheets import triage_rows, triage_table, write_sheet
from challenge_sets_suites.suite_accuracy import accuracy_table
from challenge_sets_suites.suite_config import SuiteConfig
from challenge_sets_suites.tables.annotations import AGREEMENT, CONFLICTS
from challenge_sets_suites.tables.items import ITEMS, Suite, suite_of
from challenge_sets_suites.tables.judgments import JUDGMENTS, OUTPUTS_FOUND
from challenge_sets_suites.tables.suites import COMMON, SUITE_ACCURACY, SUITE_COMPARISONS, SUITE_RANKS, TRIAGE
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats import tables
from extractors.inputs.beside_source import own_source
from extractors.inputs.places import Place
from extractors.inputs.reading import read_texts

JUDGED = "judged.parquet"
"""The file of judgments before people's answers are put in."""


def read_suite(path: Path, *, form: str, options: Mapping[str, Any]) -> Suite:
    """Read the suite in a file of the format `form`, whose reader gets the options."""
    suite = registry.create(suites, SuiteReader, form, options).read(path)
    if not suite.items:
        raise InputError("a suite without items", path=path, remedy="give a file with one item or more")
    return suite


def read_items(path: str | Path) -> Suite:
    """Read the suite in a table of items."""
    return suite_of(tables.read(ITEMS, path), path)


def judge_suite(
    suite: Suite,
    systems: Mapping[str, Place],
    *,
    judge: str | None = None,
    options: Mapping[str, Any] | None = None,
    sources: Place | None = None,
) -> tuple[pa.Table, pa.Table]:
    """Judge the outputs, or the scores, of systems.

    Args:
        systems: the place of each system's outputs or scores.
        judge: name of the judge; None for the one that the items are made for.
        sources: the source texts of the outputs, where these stand in a larger text.

    Returns:
        Tables of `JUDGMENTS` and `OUTPUTS_FOUND`; the latter has no rows where scores are judged.
    """
    name = judge or suite.judge
    created = create_judge(name, options or {}, suite)
    if isinstance(created, ScoreJudge):
        scores, paths = _read_scores(systems, name, sources)
        judged = judge_scores(suite, created, name, scores, paths)
        return judged, OUTPUTS_FOUND.table([])
    if not isinstance(created, OutputJudge):
        raise TypeError(f"the judge {name!r} judges neither outputs nor scores")
    by_system = _find(suite, systems, sources)
    for system, outputs in by_system.items():
        if outputs.placeholder is not None:
            log.warning("%s: %r is the output of many source texts, and no translation", system, outputs.placeholder)
    judged = judge_outputs(suite, created, name, by_system)
    for row in same_outputs(suite.items, judged):
        log.warning(
            "%s and %s have the same output for %.0f %% of %d source texts: they are nearly one system",
            row["system_a"],
            row["system_b"],
            100 * row["same"],
            row["n"],
        )
    return judged, OUTPUTS_FOUND.table([found_row(system, outputs) for system, outputs in by_system.items()])


def _read_scores(
    systems: Mapping[str, Place], judge: str, sources: Place | None
) -> tuple[dict[str, list[float]], dict[str, str]]:
    """Read the scores of each system; return them with the path of each file."""
    if sources is not None:
        raise InputError(f"the judge {judge!r} reads scores, and takes no sources", remedy="leave out the sources")
    paths = {system: place.text for system, place in systems.items()}
    return {system: read_scores(path) for system, path in paths.items()}, paths


def _find(suite: Suite, systems: Mapping[str, Place], sources: Place | None) -> dict[str, SystemOutputs]:
    """Read the texts of each system, and find the output of each item in them."""
    beside = Sources(read_texts(sources), sources.text) if sources is not None else None
    outputs = {}
    for system, place in systems.items():
        own = own_source(place) if beside is None else None
        sources_of_outputs = beside if own is None else Sources(own, place.text)
        outputs[system] = find_outputs(suite.items, read_texts(place), place.text, sources_of_outputs)
    return outputs


def open_suite(suite: SuiteConfig) -> None:
    """Read a suite of a config and all that its jobs read, and judge nothing.

    Raises:
        InputError: the first error, in the words of the job that meets it.
    """
    items = read_suite(suite.file, form=suite.format, options=suite.options)
    own_judgments(items, suite.file, [*suite.systems, *suite.scorers])
    name = suite.judge or items.judge
    judge = create_judge(name, suite.judge_options, items)
    judge.check(items.items, name)
    if isinstance(judge, ScoreJudge):
        scores, paths = _read_scores(suite.systems, name, suite.sources)
        check_scores(items, judge, scores, paths)
    else:
        _find(items, suite.systems, suite.sources)
    read_annotations(suite.answers(), items={item.item for item in items.items})


def own_judgments(suite: Suite, path: str | Path, systems: Collection[str]) -> pa.Table:
    """Return the judgments in a suite's own file, beside which other systems are judged: a table of `JUDGMENTS`."""
    own = JUDGMENTS.table([]) if suite.given is None else suite.given.cast(JUDGMENTS.schema)
    names = set(own.column("system").to_pylist())
    if not systems and not names:
        raise InputError(
            "no systems to judge", path=path, remedy="give outputs or scores: --systems, or `systems:` in a config"
        )
    if doubled := sorted(names & set(systems)):
        raise InputError(
            f"the system {doubled[0]!r} is in the suite's own file", path=path, remedy="give it another name"
        )
    return own


def judge_suite_to_files(
    path: str | Path,
    *,
    form: str,
    form_options: Mapping[str, Any],
    systems: Mapping[str, Place],
    judge: str | None,
    options: Mapping[str, Any],
    sources: Place | None,
    folder: str | Path,
) -> None:
    """Read a suite and judge its systems (`judge_suite`); write items, judgments and what was found into a folder.

    The judgments, `JUDGED`, begin with what the suite's own file has.
    """
    suite = read_suite(Path(path), form=form, options=form_options)
    own = own_judgments(suite, path, systems)
    judged, outputs_found = judge_suite(suite, systems, judge=judge, options=options, sources=sources)
    tables.write(suite.table(), Path(folder, ITEMS.file))
    tables.write(pa.concat_tables([own, judged]), Path(folder, JUDGED))
    tables.write_with_csv(outputs_found, Path(folder, OUTPUTS_FOUND.file))


def suite_tables(
    suite: Suite, judgments: pa.Table, path: str | Path, *, compare_on: str = COMMON
) -> dict[str, pa.Table]:
    """Make the tables of a suite's judgments, and return them by file name.

    Args:
        path: where the judgments are from, for messages.
        compare_on: the items of tests, ranks and clusters, of `ITEM_SETS`.
    """
    verdicts = verdicts_of(suite.items, judgments, path)
    comparisons = comparison_table(verdicts, compare_on)
    return {
        SUITE_ACCURACY.file: accuracy_table(verdicts),
        SUITE_COMPARISONS.file: comparisons,
        SUITE_RANKS.file: rank_table(verdicts, comparisons, compare_on),
        TRIAGE.file: triage_table(suite.items, judgments),
    }


def tabulate_suite_to_files(
    *,
    items: str | Path,
    judged: str | Path,
    answers: Sequence[str | Path],
    folder: str | Path,
    compare_on: str = COMMON,
) -> None:
    """Put people's answers into judgments; write these, their tables, the conflicts and how well people agree.

    Args:
        answers: the files of annotations, none or more, the sheets of a run among them. One person has no agreement.
        folder: for JUDGMENTS, and for CONFLICTS, AGREEMENT and the tables of `suite_tables`, also as .csv. The sheet of
            what is undecided goes there, too, under the name that challenge_sets_suites.answer_files gives it.
    """
    suite = read_items(items)
    categories = {item.item: item.category for item in suite.items}
    run_sheets = [path for path in answers if answer_files.is_run_sheet(path, folder)]
    annotations = [
        *read_annotations([path for path in answers if path not in run_sheets], items=categories),
        # The sheets of a run are one after the other: the second has what the first left undecided.
        *read_annotations(run_sheets, annotator=answer_files.STEM, items=categories),
    ]
    resolution = resolve(tables.read(JUDGMENTS, judged), annotations)
    several = len({annotation.annotator for annotation in annotations}) > 1
    made = {
        CONFLICTS.file: resolution.conflicts,
        AGREEMENT.file: agreement(annotations, categories) if several else AGREEMENT.table([]),
        **suite_tables(suite, resolution.judgments, judged, compare_on=compare_on),
    }
    for name, table in made.items():
        tables.write_with_csv(table, Path(folder, name))
    tables.write(resolution.judgments, Path(folder, JUDGMENTS.file))
    rows, sheet = triage_rows(suite.items, resolution.judgments), answer_files.next_sheet(folder)
    if rows or sheet.name in answer_files.sheet_names(1):
        write_sheet(sheet, rows, None)
        answer_files.record(sheet)
    else:
        sheet.unlink(missing_ok=True)
