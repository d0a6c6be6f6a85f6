"""The stages of a run on a small corpus, one after the other."""

from extractors.extract import align, segment_covariates, select
from extractors.formats import conllu, tables
from extractors.formats.corpus_folder import CorpusFolder
from extractors.formats.covariates import values_of
from extractors.formats.segments import read_corpus
from extractors.formats.statistics import write_against, write_statistics
from extractors.models.tool_settings import AlignerSettings
from extractors.phenomena.estimands import estimands
from extractors.scoring import segment_statistics
from extractors.scoring.score_stage import score_to_files
from extractors.words.joined_evidence import conclusions_to_file
from tests.builders.whole import detected, drawn_controls


def extracted(place, parses, phenomena, ranges, controls, *, links):
    """Leave the tables of a corpus from its alignment with the reference A to its controls, as the workflow does.

    Args:
        place: the folder of results, which has `segments.parquet`.
        ranges: by phenomenon, those of its sets.
        links: the file of links.
    """
    segments, treebank = place / "segments.parquet", conllu.read(parses)
    by_file = AlignerSettings(aligner="pharaoh", model=str(links), options={"tokens": "ours"}, references=("A",))
    alignment = align.align_corpus(read_corpus(segments), treebank, by_file)
    hits = detected(treebank, phenomena, language="de", links=alignment)
    sets = select.select(hits, ranges)
    covariates = segment_covariates.measure(parses, segments)
    made = {"alignment": alignment, "hits": hits, "sets": sets, "covariates": covariates}
    made["controls"] = drawn_controls(sets, values_of(covariates), controls)
    for name, table in made.items():
        tables.write(table, place / f"{name}.parquet")


def scored(place, systems, metrics, settings, phenomena, definitions):
    """Leave the statistics of outputs, by system, and the tables of scores.

    All references are by people, who are scored by the first metric.
    """
    humans = read_corpus(place / "segments.parquet").references
    references, primary = list(humans.values()), next(iter(metrics))
    for against in segment_statistics.against_each(primary, metrics[primary], systems, humans):
        write_against(against, place / "statistics" / primary)
    for metric, options in metrics.items():
        for system, output in systems.items():
            made = segment_statistics.statistics(
                system=system, metric=metric, options=options, hypotheses=output, references=references
            )
            write_statistics(made, place / f"statistics/{metric}/{system}.parquet")
    score_to_files(
        CorpusFolder(place),
        list(systems),
        options=metrics,
        settings=settings,
        definitions=definitions,
        known=estimands(phenomena),
    )


def concluded(place, metrics, alpha, *, words=None):
    """Leave the table of conclusions from the findings and, if there are any, the words."""
    conclusions_to_file(
        place / "findings.parquet",
        words=words,
        marked=None,
        metrics=metrics,
        alpha=alpha,
        output=place / "conclusions.parquet",
    )
