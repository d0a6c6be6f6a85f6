"""A test set of WMT or of mt-metrics-eval: whichever layout the folder, archive or file has.

- XML (WMT21 to WMT23): see wmtxml; JSON Lines (WMT25, WMT26): see genmt, and of segments wmtitems
- a tree of sources, references and outputs of many pairs (WMT21 to WMT24, mt-metrics-eval): see _trees. Human and
  metric scores may stand there, too, in the way of mt-metrics-eval:

      human-scores/en-de.da-sqm.seg.score         SYSTEM<tab>SCORE or None, a line for each segment
      human-scores/en-de.mqm.merged.seg.rating    SYSTEM<tab>JSON or None
      metric-scores/en-de/COMET-refA.seg.score

- a folder of one language pair:

      source.en    reference.A.de    systems/NAME.de    en-de.docs

The folder may be that of WMT's repository, whose texts are below txt/ or data/. Files may end in .gz. The first line of
WMT24's files is a canary; it is no segment, and human scores count without it. Scores of systems, domains and documents
are left aside: means of those of segments, or for BLEU and chrF another number.

Sources: wmt-conference's repositories; README of google-research/mt-metrics-eval.
"""

from functools import cached_property
from pathlib import Path, PurePosixPath

from extractors.core.errors import InputError
from extractors.inputs.testsets import EvalSet, GivenScores, Ratings, Remark, SetReader
from extractors.inputs.testsets._files import Folder
from extractors.inputs.testsets._scores import Systems, penalties, refuse_texts
from extractors.inputs.testsets._seg_files import read_ratings, read_scores
from extractors.inputs.testsets._trees import TextNames, languages_of, pair_of, plain, read_texts, text_names
from extractors.inputs.testsets.genmt import OUTPUTS, Genmt
from extractors.inputs.testsets.wmtitems import Wmtitems
from extractors.inputs.testsets.wmtxml import Wmtxml

TOPS = ("txt", "data")
"""Folders of WMT's repositories that the texts are below."""
SOURCES = "sources"
SCORES, RATINGS = ".seg.score", ".seg.rating"


class Wmt(SetReader):
    """`wmt:FOLDER#en-de`; wmt21: to wmt26: and mteval: say the same."""

    def files(self) -> list[Path]:
        if self._other is not None:
            return self._other.files()
        names = self._names
        scores = [file for file, _ in self._scored.values()]
        return self._folder.read_from([*names.every(), *scores])

    def read_texts(self, texts: EvalSet | None) -> EvalSet:
        if self._other is not None:
            return self._other.read_texts(texts)
        refuse_texts(texts, self.path)
        return read_texts(self._folder, self._names)

    def read(self, texts: EvalSet | None) -> EvalSet:
        if self._other is not None:
            return self._other.read(texts)
        test_set = self.read_texts(texts)
        systems = Systems(test_set, None, self.path)
        scores: list[GivenScores] = []
        ratings: list[Ratings] = []
        remarks: list[Remark] = []
        for name, (file, human) in self._scored.items():
            path, text = self._folder.file(file), self._folder.text(file)
            if file.endswith(RATINGS):
                ratings.append(read_ratings(text, path, test_set, systems, remarks, name=name))
                scores.append(penalties(name, ratings[-1].values))
            else:
                scores.append(read_scores(text, path, test_set, systems, name=name, human=human))
        return test_set.adding(scores, ratings, remarks)

    @cached_property
    def _top(self) -> Path:
        """The folder with the texts."""
        below = [self.path / top for top in TOPS]
        return next((p for p in below if (p / SOURCES).is_dir() or (p / OUTPUTS).is_dir()), self.path)

    @cached_property
    def _folder(self) -> Folder:
        return Folder(self._top)

    @cached_property
    def _other(self) -> SetReader | None:
        """The reader of another layout than that of plain text."""
        if plain(self.path.name).endswith(".xml") and self.path.is_file():
            return Wmtxml(self.path, self.mark)
        if plain(self.path.name).endswith(".jsonl") and self.path.is_file():
            return Wmtitems(self.path, self.mark)
        if self._folder.jsonl(OUTPUTS):
            return Genmt(self._top, self.mark)
        return None

    @cached_property
    def _names(self) -> TextNames:
        if self._folder.below(SOURCES):
            return text_names(self._folder, pair_of(self._folder, self.mark))
        return self._names_of_one_pair()

    def _names_of_one_pair(self) -> TextNames:
        """Find the texts in a folder of one language pair."""
        folder = self._folder
        if self.mark is None:
            raise InputError(
                "names no language pair", path=self.path, remedy="write FOLDER#SOURCE-TARGET, such as FOLDER#en-de"
            )
        languages = languages_of(self.mark, self.path)
        top = {plain(name): name for name in folder.below(".")}
        if f"source.{languages[0]}" not in top:
            raise InputError(
                f"has no file source.{languages[0]} or source.{languages[0]}.gz, and no folder {SOURCES}/",
                path=self.path,
                remedy="give the folder of one year of WMT, or one with source.LANG, reference.NAME.LANG and"
                " systems/NAME.LANG",
            )
        begin, end = "reference.", f".{languages[1]}"
        outputs = {PurePosixPath(plain(name)).name: name for name in folder.below("systems")}
        return TextNames(
            source=top[f"source.{languages[0]}"],
            references={
                name.removeprefix(begin).removesuffix(end): file
                for name, file in top.items()
                if name.startswith(begin) and name.endswith(end)
            },
            outputs={name.removesuffix(end): file for name, file in outputs.items() if name.endswith(end)},
            documents=top.get(f"{self.mark}.docs"),
            languages=languages,
        )

    @cached_property
    def _scored(self) -> dict[str, tuple[str, bool]]:
        """(file, whether people gave them) of the scores and ratings of segments, by name."""
        pair = "-".join(self._names.languages)
        human = {
            PurePosixPath(name).name.removeprefix(f"{pair}."): (name, True)
            for name in self._folder.below("human-scores")
            if PurePosixPath(name).name.startswith(f"{pair}.")
        }
        metrics = {PurePosixPath(name).name: (name, False) for name in self._folder.below(f"metric-scores/{pair}")}
        ratings = {name.removesuffix(RATINGS): file for name, file in human.items() if name.endswith(RATINGS)}
        scores = {name.removesuffix(SCORES): file for name, file in (human | metrics).items() if name.endswith(SCORES)}
        named_ratings = {f"{name}.ratings" if name in scores else name: file for name, file in ratings.items()}
        return scores | named_ratings
