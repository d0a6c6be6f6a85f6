"""The results of a small corpus, made by the package's own stages from parses and links that are given.

No model is needed, so it takes a second or two. The sentences are built from parts: German verbs with a separated
particle or a reflexive pronoun, and what they become in English.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from extractors.config import manifest
from extractors.config.run import RunConfig, build_config
from extractors.extract import ingest, parse, select
from extractors.formats import conllu, tables
from extractors.formats.corpus_folder import CorpusFolder
from extractors.formats.covariates import COVARIATES
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.treebank import MultiwordToken, Sentence, Word
from extractors.models.parsers import create_parser
from extractors.models.tokenizers import surface_tokens
from extractors.phenomena.chosen_phenomena import Detection
from extractors.words.accuracy_stage import accuracy_to_files
from tests import ROOT
from tests.builders.rows import table_of_columns
from tests.builders.stages import concluded, extracted, scored

CORPUS = "small"
SYSTEMS = ("good", "weak")
VERBS = (("kam", "an", "arrived"), ("fing", "an", "began"), ("sagte", "ab", "cancelled"), ("ging", "aus", "left"))
SUBJECTS = (("Sie", "She"), ("Er", "He"), ("Anna", "Anna"), ("Jemand", "Somebody"), ("Otto", "Otto"))
BETWEEN = (("gestern", "yesterday"), ("leider", "sadly"), ("allein", "alone"), ("zum/M Fest", "to the party"))


class Segment(NamedTuple):
    """One segment. In source and reference `/V`, `/P`, `/R` follow the verb, the particle and the pronoun, in the
    reference those words that they are aligned to; `/M` makes `zum` a token of two words."""

    source: str
    reference: str
    weak: str

    @property
    def text(self) -> str:
        return unmarked(self.source)

    @property
    def english(self) -> str:
        return unmarked(self.reference)


def unmarked(text: str) -> str:
    return " ".join(word[:-2] if word[-2:] in ("/V", "/P", "/R", "/M") else word for word in text.split(" "))


def ordinary(count: int = 60) -> list[Segment]:
    """Segments at the distances 0, 1, 2, 3, 5; every third is reflexive. The weak system misses every other verb."""
    found = []
    for number in range(count):
        subject, she = SUBJECTS[number % 5]
        between = BETWEEN[: number // 3 % 5]
        german = " ".join(de for de, _ in between)
        english = " ".join(en for _, en in between)
        if number % 3 == 2:
            found.append(
                _segment(f"{subject} freut/V {german} sich/R .", f"{she} rejoices/V {english} .", "is", number)
            )
        else:
            verb, particle, past = VERBS[number % 4]
            source = f"{subject} {verb}/V {german} {particle}/P ."
            found.append(_segment(source, f"{she} {past}/V {english} .", "went", number))
    return found


def plain(count: int) -> list[Segment]:
    """Segments without a phenomenon, of the same lengths, which every system has right; two thirds of `count`."""
    kept = [segment for segment in ordinary(count) if "/P" in segment.source]
    return [Segment(unmarked(segment.source), segment.english, segment.english) for segment in kept]


def _segment(source: str, reference: str, weak: str, number: int) -> Segment:
    source, reference = " ".join(source.split()), " ".join(reference.split())
    words = [weak if word.endswith("/V") and number % 2 else word for word in reference.split(" ")]
    return Segment(source, reference, unmarked(" ".join(words)))


def sentence(source: str) -> Sentence:
    """A parse: the verb is the root (the first word where there is none), all other words hang on it."""
    words: list[tuple[str, str]] = []
    multiword = []
    for token in source.split():
        form, mark = (token[:-2], token[-1]) if token[-2:] in ("/V", "/P", "/R", "/M") else (token, "")
        if mark == "M":
            multiword.append(MultiwordToken(len(words) + 1, len(words) + 2, form))
            words += [("zu", ""), ("dem", "")]
        else:
            words.append((form, mark))
    marks = [mark for _, mark in words]
    root = marks.index("V") + 1 if "V" in marks else 1
    parsed = []
    for number, (form, mark) in enumerate(words, 1):
        upos, relation, feats = {
            "V": ("VERB", "root", "_"),
            "P": ("ADP", "compound:prt", "_"),
            "R": ("PRON", "obj", "Reflex=Yes"),
        }.get(mark, ("ADV", "advmod", "_") if any(map(str.isalnum, form)) else ("PUNCT", "punct", "_"))
        if number == root:
            parsed.append(Word(form, form, upos, "_", feats, 0, "root", confidence=0.9))
        else:
            parsed.append(Word(form, form, upos, "_", feats, root, relation, confidence=0.9))
    return Sentence(tuple(parsed), unmarked(source), tuple(multiword))


def links(segment: Segment) -> str:
    """The verb and its particle are aligned to the verb of the reference; the pronoun to nothing."""
    source = segment.source.split()
    tokens = surface_tokens(segment.english, "en")
    verbs = [word[:-2] for word in segment.reference.split(" ") if word.endswith("/V")]
    return " ".join(
        f"{place}-{tokens.index(verbs[0])}" for place, word in enumerate(source) if verbs and word[-2:] in ("/V", "/P")
    )


def make(place: Path, *, more: Iterable[Segment] = (), accuracy: bool = True, humans: bool = False) -> Path:
    """Run the stages as the workflow does, and leave the folder of results of the corpus.

    Args:
        place: where the inputs and the results go; made if it is not there.
        more: segments after the ordinary ones.
        accuracy: whether accuracy is measured.
        humans: whether there is a second human reference, which leaves out the full stops.
    """
    segments = [*ordinary(), *more]
    place.mkdir(parents=True, exist_ok=True)
    texts = {
        "source.de": [segment.text for segment in segments],
        "reference.en": [segment.english for segment in segments],
        "second.en": [segment.english.removesuffix(" .") for segment in segments],
        "good.en": [segment.english for segment in segments],
        "weak.en": [segment.weak for segment in segments],
        "links.txt": [links(segment) for segment in segments],
    }
    for name, lines in texts.items():
        (place / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="")
    parses = ((number, [sentence(segment.source)]) for number, segment in enumerate(segments))
    conllu.write(place / "given.conllu", parses, generator="by hand")
    config = {
        "corpora": {
            CORPUS: {
                "source_language": "de",
                "target_language": "en",
                "source": str(place / "source.de"),
                "references": {"A": str(place / "reference.en")} | ({"B": str(place / "second.en")} if humans else {}),
                "systems": {name: str(place / f"{name}.en") for name in SYSTEMS},
                "phenomena": ["particle_verb", "reflexive"],
                "parse": {"parser": "conllu", "model": str(place / "given.conllu")},
                "align": {"aligner": "pharaoh", "model": str(place / "links.txt"), "options": {"tokens": "ours"}},
            }
        },
        "phenomena_file": str(ROOT / "config/phenomena.yaml"),
        "results": str(place / "results"),
        "controls": {"samples": 10, "tolerance": 3},
        "metrics": {"chrf": {}, "ter": {}},
        # Segments with hits stand together, so that blocks of lines would be too few.
        "statistics": {"resamples": 50, "trials": 50, "cluster": "segment"},
        "accuracy": {"enabled": accuracy, "compare": "forms"},
    }
    return _stages(build_config(config, []))


def _stages(run: RunConfig) -> Path:
    chosen = run.corpora[CORPUS]
    out = run.results / CORPUS
    table = ingest.ingest(
        source=chosen.source,
        references=chosen.references,
        source_language=chosen.source_language,
        target_language=chosen.target_language,
    )
    tables.write(table, out / "segments.parquet")
    ingested = read_corpus(out / "segments.parquet")
    systems = {name: out / f"systems/{name}.parquet" for name in chosen.systems}
    for name, path in systems.items():
        found = ingest.ingest_system(place=chosen.systems[name], source=ingested.source, source_name=chosen.source)
        tables.write(found, path)
    parser = create_parser("conllu", language="de", model=chosen.parse.model, options={})
    parse.parse_to_file(parser, ingested.source, out / "source.conllu.gz")
    ranges = {name: select.ranges(run.sets[name]) for name in chosen.phenomenon_ids}
    extracted(out, out / "source.conllu.gz", chosen.phenomena, ranges, run.settings.controls, links=chosen.align.model)
    metrics, settings = chosen.metrics(run.settings.metrics), run.settings.statistics
    outputs = {name: read_hypotheses(path) for name, path in systems.items()}
    scored(out, outputs, metrics, settings, chosen.phenomena, chosen.definition_checksums)
    words = out / "accuracy.parquet" if run.settings.accuracy.enabled else None
    if words:
        accuracy_to_files(
            CorpusFolder(out), systems, settings=run.settings.accuracy, statistics=run.settings.statistics
        )
    concluded(out, metrics, settings.alpha, words=words)
    manifest.write(
        out / "manifest.json",
        config=run.settings.as_dict(),
        files=sorted({*chosen.files(), run.settings.phenomena_file}),
        controls=out / "controls.parquet",
        detection=Detection().as_dict(),
        words=words,
    )
    return out


def name_documents(folder: Path, documents: list, domains: list | None = None) -> None:
    """Gives the segments of results these names of documents and domains."""
    path = folder / COVARIATES.file
    table = tables.read(COVARIATES, path)
    columns = {name: table.column(name).to_pylist() for name in table.column_names}
    columns |= {"document": documents, "domain": domains or [None] * len(documents)}
    tables.write(table_of_columns(COVARIATES, columns), path)
