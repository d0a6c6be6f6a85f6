"""A test set of mt-metrics-eval: a folder, or its archive, with texts, documents, human and metric scores, ratings.

    human-scores/en-de.da-sqm.seg.score         SYSTEM<tab>SCORE or None, a line for each segment
    human-scores/en-de.mqm.merged.seg.rating    SYSTEM<tab>JSON or None
    metric-scores/en-de/COMET-refA.seg.score

Scores of systems, domains and documents are left aside: means of them, or for BLEU and chrF another number.
Source: README of google-research/mt-metrics-eval.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePosixPath

from extractors.inputs.campaigns import CampaignScores, EvalSet, Ratings, SetReader
from extractors.inputs.campaigns._files import Folder
from extractors.inputs.campaigns._scores import Systems, penalties, refuse_texts
from extractors.inputs.campaigns._seg_files import read_ratings, read_scores
from extractors.inputs.campaigns._trees import languages_of, pair_of, read_texts, text_names

SCORES = ".seg.score"
RATINGS = ".seg.rating"


class Mteval(SetReader):
    """`mteval:mt-metrics-eval-v2/wmt23#en-de`; an archive (.tar.gz) of that folder, too."""

    def files(self) -> list[Path]:
        folder = Folder(self.path)
        pair = pair_of(folder, self.mark)
        source, references, outputs, documents = text_names(folder, pair)
        scores = [name for name, _ in self._scored(folder, pair).values()]
        texts = [source, *references.values(), *outputs.values(), *([documents] if documents else [])]
        return folder.read_from([*texts, *scores])

    def read_texts(self, texts: EvalSet | None) -> EvalSet:
        return self._texts(Folder(self.path), texts)

    def read(self, texts: EvalSet | None) -> EvalSet:
        folder = Folder(self.path)
        found = self._texts(folder, texts)
        systems = Systems(found, None, self.path)
        scores: dict[str, CampaignScores] = {}
        ratings: dict[str, Ratings] = {}
        remarks = [*found.remarks]
        for name, (file, human) in self._scored(folder, pair_of(folder, self.mark)).items():
            path, text = folder.file(file), folder.text(file)
            if file.endswith(RATINGS):
                ratings[name] = read_ratings(text, path, found, systems, remarks, name=name)
                scores[name] = penalties(name, ratings[name].values)
            else:
                scores[name] = read_scores(text, path, found, systems, name=name, human=human)
        return replace(found, scores=scores, ratings=ratings, remarks=tuple(remarks))

    def _texts(self, folder: Folder, texts: EvalSet | None) -> EvalSet:
        refuse_texts(texts, self.path)
        pair = pair_of(folder, self.mark)
        source, references, outputs, documents = text_names(folder, pair)
        return read_texts(
            folder,
            source=source,
            references=references,
            outputs=outputs,
            documents=documents,
            languages=languages_of(pair, self.path),
        )

    @staticmethod
    def _scored(folder: Folder, pair: str) -> dict[str, tuple[str, bool]]:
        """(file, whether people gave them) of the scores and ratings of segments, by name."""
        human = {
            PurePosixPath(name).name.removeprefix(f"{pair}."): (name, True)
            for name in folder.below("human-scores")
            if PurePosixPath(name).name.startswith(f"{pair}.")
        }
        metrics = {PurePosixPath(name).name: (name, False) for name in folder.below(f"metric-scores/{pair}")}
        ratings = {name.removesuffix(RATINGS): file for name, file in human.items() if name.endswith(RATINGS)}
        scores = {name.removesuffix(SCORES): file for name, file in (human | metrics).items() if name.endswith(SCORES)}
        both = {f"{name}.ratings" if name in scores else name: file for name, file in ratings.items()}
        return scores | both
