"""What a metric answered to WMT26's evaluation task: an object a segment, in any order, of any language pairs.

    {"item_id", "task1_pred"?: {SYSTEM: {"errors": [{"start", "end", "severity", "category"}, ...],
                                         "omission": null or severity, "instruction_fault": null or severity}},
     "task2_pred"?: {SYSTEM: 0 to 100, or null}}

The scores are named after the file; one whose name ends in that of a reference (`pred-human`) sees it. Ends of spans
are exclusive characters of the output. An omission and a fault against the instruction are errors without a place.
Segments and outputs that the metric left out have no score: the audit trail counts them, and means are over the others.

Source: README.md of Ammonsh/WMT26-QE-baselines, the baselines of that task.
"""

from typing import Any

from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.core.names import WrittenNames
from extractors.inputs.places import stem
from extractors.inputs.testsets import ErrorSpan, EvalSet, GivenScores, Line, Rating, Ratings, Remark, Score
from extractors.inputs.testsets import _files as files
from extractors.inputs.testsets._error_free import SUFFIX as ERROR_FREE
from extractors.inputs.testsets._scores import ScoreReader, Systems, json_number, placed
from extractors.inputs.testsets._seg_files import errors_of

ERRORS, SCORES = "task1_pred", "task2_pred"
WITHOUT_PLACE = ("omission", "instruction_fault")


class Wmtpreds(ScoreReader):
    """`wmtitems:mteval-test26.jsonl#en-de + wmtpreds:pred_xl.jsonl`"""

    def add(self, texts: EvalSet, systems: Systems) -> EvalSet:
        name = WrittenNames("metric", "rename the file").name(stem(self.path), path=self.path)
        if {name, name.removesuffix(ERROR_FREE)} & {*texts.scores, *texts.ratings}:
            raise InputError(f"scores {name} are there already", path=self.path, remedy="rename the file")
        numbers = {segment.id: number for number, segment in enumerate(texts.segments)}
        scores: list[Score] = []
        ratings: list[Rating] = []
        seen: dict[str, Line] = {}
        others, empty, answered = 0, 0, 0
        for line, record in files.json_lines(read_text(self.path), self.path):
            item = files.field(record, "item_id", line)
            if (number := numbers.get(item)) is None:
                others += 1
                continue
            if item in seen:
                raise line.error(f"a second answer to {item}", f"the first is in line {seen[item].number}: leave one")
            seen[item] = line
            answers = {key: _by_system(record, key, systems, line) for key in (SCORES, ERRORS)}
            of_item = {system for of in answers.values() for system in of}
            without = {system for system in of_item if texts.translations[system].texts[number] is None}
            empty += len(without)
            answered += len((of_item - without) & texts.systems.keys())
            for system, score in answers[SCORES].items():
                if system not in without:
                    value = json_number(score, line, f"the score {score!r}", "write a number, null for none")
                    scores.append(Score(system, number, value, None, line))
            for system, errors in answers[ERRORS].items():
                if system not in without:
                    ratings.append(Rating(system, number, None, _errors(errors, line), line))
        if not scores and not ratings:
            raise InputError(
                f"has no score and no error of these {len(numbers)} segments",
                path=self.path,
                remedy="give the answers to the file that stands before it, found by `item_id`; null counts as none",
            )
        outputs = sum(text is not None for of in texts.systems.values() for text in of.texts)
        found = {
            f"{others} items of other language pairs or sets: left out": others,
            f"{empty} answers to outputs that the set does not have: left out": empty,
            f"{len(numbers) - len(seen)} of {len(numbers)} segments have no answer": len(numbers) - len(seen),
            f"{outputs - answered} of {outputs} outputs have no answer": outputs - answered,
        }
        remarks = [Remark(Line(self.path, None), problem) for problem, count in found.items() if count]
        names_one = any(name.endswith(f"-{reference}") for reference in texts.references)
        given = GivenScores(
            name=name,
            human=False,
            higher_is_better=True,
            values=tuple(scores),
            sees="reference" if names_one else "source",
        )
        marked = Ratings(name=name, human=False, values=placed(ratings, texts, remarks))
        return texts.adding([given] if scores else [], [marked] if ratings else [], remarks)


def _by_system(record: dict[str, Any], key: str, systems: Systems, line: Line) -> dict[str, Any]:
    """The answers by the set's names of systems; null is none."""
    value = record.get(key) or {}
    if not isinstance(value, dict):
        raise line.error(f"`{key}` must be an object by system", 'write {"SYSTEM": ...}')
    found: dict[str, Any] = {}
    for written, answer in value.items():
        system = systems.find(written, line)
        if system in found:
            raise line.error(f"two answers to {system}, one as {written!r}", f"leave one, or leave it out: #{written}=")
        if system is not None and answer is not None:
            found[system] = answer
    return found


def _errors(answer: Any, line: Line) -> tuple[ErrorSpan, ...]:
    found = errors_of(answer, line)
    without = [(kind, severity) for kind in WITHOUT_PLACE if (severity := answer.get(kind)) is not None]
    return (*found, *(ErrorSpan(start=None, end=None, severity=str(of), category=kind) for kind, of in without))
