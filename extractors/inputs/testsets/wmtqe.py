"""Post-edits as the shared tasks on quality estimation give them: PART.src, PART.mt, PART.pe, a segment a line.

Beside them there may be PART.doc_ids (the header `doc_id`, then the document of each line) and PART.da.tsv (a table
with the header `original`, `translation`, `z_mean`: the source as it was written, and the mean of people's standardised
direct assessments), whose rows are put in the order of PART.src. Tags and HTER are not read: a run computes them
(extractors.words.post_edits).

Source: Fomicheva et al. 2022, MLQE-PE: A Multilingual Quality Estimation and Post-Editing Dataset.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.escapes import without_invisible
from extractors.inputs.testsets import EvalSet, GivenScores, Line, Score, Segment, SetReader, Translation
from extractors.inputs.testsets._files import Folder
from extractors.inputs.testsets._files import lines as text_lines
from extractors.inputs.testsets._scores import number
from extractors.inputs.text_order import SHOWN, text_order

SYSTEM, ASSESSMENTS = "mt", "da"
SIDES = ("src", "mt", "pe")
FIRST = ("train", "dev")
"""The parts that come first, in this order; others follow by name."""


class Wmtqe(SetReader):
    """`wmtqe:FOLDER#en-de` (or its .tar.gz), or `#en-de:dev,test20` for some parts; the system is called mt."""

    def files(self) -> list[Path]:
        folder = Folder(self.path)
        if folder.is_packed:
            return [self.path]
        return [folder.file(name) for part in self._parts(folder) for name in self._part_files(folder, part)]

    def read(self, texts: EvalSet | None) -> EvalSet:
        if texts is not None:
            raise InputError(
                "a folder of post-edits has its own texts, but others come before it",
                path=self.path,
                remedy="name it first, or leave out the others",
            )
        folder = Folder(self.path)
        segments: list[Segment] = []
        sides: dict[str, list[tuple[str, Line]]] = {"mt": [], "pe": []}
        scores: list[Score] = []
        for part in self._parts(folder):
            lines = {side: folder.segments(f"{part}.{side}") for side in SIDES}
            _check_lengths({folder.file(f"{part}.{side}"): len(text) for side, text in lines.items()})
            count, first = len(lines["src"]), len(segments)
            documents = self._documents(folder, part, count)
            rows = self._assessments(folder, part, lines)
            for k in range(count):
                line = Line(folder.file(f"{part}.src"), k + 1)
                source = lines["src"][k] if rows is None else rows[k][1]["original"]
                segments.append(Segment(id=f"{part}:{k}", source=source, document=documents[k], line=line))
                for side, side_lines in sides.items():
                    side_lines.append((lines[side][k], Line(folder.file(f"{part}.{side}"), k + 1)))
                if rows is not None:
                    row, assessed = rows[k]
                    at = Line(folder.file(f"{part}.da.tsv"), row + 2)
                    if (value := number(assessed.get("z_mean") or "", at)) is not None:
                        scores.append(Score(SYSTEM, first + k, value, None, at))
        translations = {
            side: Translation(texts=tuple(text for text, _ in side_lines), lines=tuple(line for _, line in side_lines))
            for side, side_lines in sides.items()
        }
        assessments = GivenScores(name=ASSESSMENTS, human=True, higher_is_better=True, values=tuple(scores))
        return EvalSet(
            languages=self._languages(),
            segments=tuple(segments),
            references={},
            systems={SYSTEM: translations["mt"]},
            post_edits={SYSTEM: translations["pe"]},
            scores={ASSESSMENTS: assessments} if scores else {},
        )

    def _languages(self) -> tuple[str, str]:
        pair = (self.mark or "").partition(":")[0].split("-")
        if len(pair) != 2:
            raise InputError(
                "the languages are not named", path=self.path, remedy="write them after the folder: FOLDER#en-de"
            )
        return pair[0], pair[1]

    def _parts(self, folder: Folder) -> list[str]:
        parts = sorted(name.removesuffix(".pe") for name in folder.below(".") if name.endswith(".pe"))
        parts.sort(key=lambda part: FIRST.index(part) if part in FIRST else len(FIRST))
        wanted = (self.mark or "").partition(":")[2]
        for part in filter(None, wanted.split(",")):
            if part not in parts:
                raise InputError(
                    f"has no file {part}.pe",
                    path=self.path,
                    remedy=f"choose one of its parts: {', '.join(parts) or 'it has none'}",
                )
        if not parts:
            raise InputError(
                "has no file PART.pe with post-edits",
                path=self.path,
                remedy="name a folder with PART.src, PART.mt and PART.pe",
            )
        return [part for part in parts if not wanted or part in wanted.split(",")]

    def _part_files(self, folder: Folder, part: str) -> list[str]:
        names = [f"{part}.{side}" for side in SIDES]
        for name in names:
            if name not in folder.names:
                raise InputError("no such file", path=folder.file(name), remedy="put it beside the post-edits")
        return names + [name for name in (f"{part}.doc_ids", f"{part}.da.tsv") if name in folder.names]

    def _documents(self, folder: Folder, part: str, count: int) -> list[str | None]:
        name = f"{part}.doc_ids"
        if name not in self._part_files(folder, part):
            return [None] * count
        header, *documents = folder.segments(name) or [""]
        if header.strip() != "doc_id":
            raise Line(folder.file(name), 1).error(f"expected the header doc_id, got {header!r}", "write it first")
        _check_lengths({folder.file(f"{part}.src"): count, folder.file(name): len(documents)})
        return list(documents)

    def _assessments(
        self, folder: Folder, part: str, lines: Mapping[str, Sequence[str]]
    ) -> list[tuple[int, dict[str, str]]] | None:
        """Read the rows of people's assessments, with their numbers, in the order of the segments; None without any."""
        name, count = f"{part}.da.tsv", len(lines["src"])
        if name not in self._part_files(folder, part):
            return None
        # Quotes are characters of the texts.
        header, *cells = [row.split("\t") for row in text_lines(folder.text(name), folder.file(name))]
        if "original" not in header:
            raise Line(folder.file(name), 1).error("no column `original`", "give the table with its header")
        for line, row in enumerate(cells, 2):
            if len(row) != len(header):
                raise Line(folder.file(name), line).error(
                    f"expected {len(header)} fields as in the header, got {len(row)}", "correct the row"
                )
        rows = [dict(zip(header, row, strict=True)) for row in cells]
        _check_lengths({folder.file(f"{part}.src"): count, folder.file(name): len(rows)})
        own, wanted = ([_letters(text) for text in texts] for texts in ((r["original"] for r in rows), lines["src"]))

        def differs(row: int, segment: int) -> InputError:
            return Line(folder.file(name), row + 2).error(
                f"{rows[row]['original'][:SHOWN]!r} is not in {part}.src, whose line {segment + 1},"
                f" {lines['src'][segment][:SHOWN]!r}, is not here",
                "give the files of one part; the order of the rows does not matter",
            )

        order = text_order(own, wanted, differs)
        return [(number, rows[number]) for number in order.lines]


def _letters(text: str) -> str:
    """Return a text without white space: PART.src is tokenized, the table is not."""
    return "".join(without_invisible(text).split())


def _check_lengths(lengths: dict[Path, int]) -> None:
    (first, wanted), *others = lengths.items()
    for path, count in others:
        if count != wanted:
            raise Line(path, count or None).error(
                f"{count} segments, but {first} has {wanted}", "give the files of one part, whole"
            )
