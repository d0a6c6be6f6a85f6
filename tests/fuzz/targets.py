"""Every reader of a file, with small files that it takes. A file stands in a folder of its own."""

import gzip
import io
import json
import tempfile
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from safetensors.numpy import save

from challenge_sets_lab.alignment_quality.gold_links import read_gold
from challenge_sets_suites.contrastive._resources import Resources
from challenge_sets_suites.pair_scores import read_scores
from challenge_sets_suites.sheets import read_sheet
from challenge_sets_suites.suite_stage import read_suite
from challenge_sets_suites.word_choice import choice_catalogue as word_choices
from extractors.config.run import load_config
from extractors.core import files, jsonfile, yamlfile
from extractors.formats import checksums, conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES
from extractors.formats.definition import Format
from extractors.formats.hits import HITS
from extractors.formats.origin import Origin, origin_of, with_origin
from extractors.formats.segments import SEGMENTS, read_corpus
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.statistics import read_statistics
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.places import parse
from extractors.inputs.reading import read_segments
from extractors.models.aligners._bert import BertEncoder
from extractors.models.aligners.pharaoh import Pharaoh
from extractors.models.installed import find_shipped
from extractors.models.model_files import read_weights
from extractors.phenomena import catalogue, grew
from extractors.publish import description
from extractors.scoring import imported_scores
from extractors.scoring.imported_score_settings import SegmentScoreFile
from extractors.scoring.run_manifest import read_manifest
from tests import ROOT
from tests.builders import pairs, rule_suites
from tests.builders import test_sets as build
from tests.builders.rows import table_of


class Target:
    """A reader: the name of the file that it reads, what reads it by its path, and contents that it takes."""

    def __init__(self, file: str, read: Callable[[Path], object], *seeds: bytes) -> None:
        self.file, self.read, self.seeds = file, read, seeds


SUITES = ROOT / "suites/examples"
ALIGNER = "aligner-de-en"
WORD_CHOICES = ROOT / "suites/challenge_sets_suites/word_choices.yaml"


def set_in(form: str) -> Callable[[Path], object]:
    """The reader of test sets of a format that has texts."""
    return lambda path: read_set(f"{form}:{path}#en-de")


def scores_in(form: str) -> Callable[[Path], object]:
    """The reader of a format of scores, of the small made-up set."""
    return lambda path: read_set(f"{build.wmt24(path.parent / 'texts')} + {form}:{path}#X=")


def outputs_of_wmt25(path: Path) -> object:
    """A system's file in the folder of WMT25."""
    build.write(path.parent / "systems/good.jsonl", "").write_bytes(path.read_bytes())
    return read_set(f"genmt:{path.parent}#en-de")


def assessments_beside_post_edits(path: Path) -> object:
    """The table of assessments in a folder of the shared task on quality estimation."""
    data = path.read_bytes()
    place = build.wmtqe(path.parent / "set")
    (path.parent / "set" / path.name).write_bytes(data)
    return read_set(place)


def shipped_model(path: Path) -> object:
    """The shipped aligner with another config or other weights."""
    shipped = find_shipped(ALIGNER)
    assert shipped is not None
    for file in shipped.iterdir():
        if file.name != path.name:
            (path.parent / file.name).symlink_to(file)
    return BertEncoder(path.parent, layer=None, batch_size=1)


def config_of(model: str) -> bytes:
    """The config of a shipped model."""
    shipped = find_shipped(model)
    assert shipped is not None
    return (shipped / "config.json").read_bytes()


def weights(path: Path) -> object:
    """The weights of a model without layers."""
    (path.parent / "config.json").write_text("{}")
    return read_weights(path.parent)


@cache
def made(write: Callable[[Path], object], file: str) -> bytes:
    """A file of the small made-up set."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        return Path(folder, file).read_bytes()


TEST_SETS = {
    "test set in XML": Target("s.xml", set_in("wmtxml"), made(build.wmtxml, "set.xml")),
    "test set of WMT25": Target("o", outputs_of_wmt25, made(build.genmt, "systems/good.jsonl")),
    "test set of mt-metrics-eval": Target("s.tar.gz", set_in("mteval"), made(build.packed, "set.tar.gz")),
    "mqm": Target("m.tsv", set_in("mqm"), made(build.mqm, "mqm.tsv")),
    "comet": Target("c.json", set_in("comet"), made(build.comet, "comet.json")),
    "metricx": Target("m.jsonl", set_in("metricx"), made(build.metricx, "metricx/bad.jsonl")),
    "people's ratings of WMT25": Target("o.jsonl", set_in("wmtitems"), made(build.humeval, "humeval.jsonl")),
    "items of WMT26": Target("o.jsonl", set_in("wmtitems"), made(build.mteval26, "mteval-test26.jsonl")),
    "averages of mqm": Target("a.tsv", scores_in("avgmqm"), made(build.avgmqm, "avg_seg_scores.tsv")),
    "assessments beside post-edits": Target(
        "test.da.tsv", assessments_beside_post_edits, made(build.wmtqe, "test.da.tsv")
    ),
    "esa": Target("e.csv", scores_in("esa"), made(build.esa, "esa.csv")),
    "log of Pearmut": Target("o.jsonl", scores_in("pearmut"), made(build.pearmut, "owls.jsonl")),
    "answers of Pearmut": Target(
        "o.json", scores_in("pearmut"), b'{"owls": [' + made(build.pearmut, "owls.jsonl").strip() + b"]}"
    ),
    "seg.score": Target("o.seg.score", scores_in("segscore"), made(build.segscore, "en-de.Owl.seg.score")),
    "seg.rating": Target("m.seg.rating", scores_in("segrating"), made(build.segrating, "en-de.mqm.seg.rating")),
}


def suite_in(form: str, **options: str) -> Callable[[Path], object]:
    """The reader of suites of a format."""
    return lambda path: read_suite(path, form=form, options=options)


TEXT = "Sie gibt nicht auf.\n\nÜber Nacht\r\nkam e\u0301 an.\n".encode()
CONLLU = b"""# generator = by-hand:1
# segment_id = 0
# text = Sie kam zum Fest an.
1\tSie\tsie\tPRON\tPPER\tCase=Nom|Number=Sing\t2\tnsubj\t_\tConfidence=0.973
2\tkam\tkommen\tVERB\t_\t_\t0\troot\t_\t_
3-4\tzum\t_\t_\t_\t_\t_\t_\t_\t_
3\tzu\tzu\tADP\t_\t_\t5\tcase\t_\t_
4\tdem\tder\tDET\t_\t_\t5\tdet\t_\t_
4.1\tx\tx\tX\t_\t_\t_\t_\t2:x\t_
5\tFest\tFest\tNOUN\t_\t_\t2\tobl\t_\t_
6\tan\tan\tADP\t_\t_\t2\tcompound:prt\t_\tSpaceAfter=No
7\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

# segment_id = 2
1\tJa\tja\tINTJ\t_\t_\t0\troot\t_\t_

"""
YAML = b"""# a comment
a: &a {x: 1, "y": [1.5, true, no, 2024-01-01]}
b:
  <<: *a
  z: |
    two
    lines
c: [*a, ~, 'q', !!str 3]
"""
CATALOGUE = b"""phenomena:
  - id: particle_verb
    description: A verb with its particle.
    source: a paper
    pair: [V, P]
    minimum_distances: [0, 2]
    requests:
      de:
        - pattern { V [upos=VERB]; V -[compound:prt]-> P; V << P }
        - request: 'pattern { V -[re".*"]-> P; X [lemma="a"|"b"] } without { P -> X }'
          pair: [P, V]
    examples:
      de: {hit: Sie kam an., none: Sie kam.}
  - id: reordering
    description: The largest shift of a word.
    source: a paper
    measure: reordering
"""
REQUEST = b"""pattern { V [upos=VERB, Number<>"Sing"|Plur]; e: V -[1=compound, 2=prt]-> P; V << P; P.lemma = V.form }
without { X [form=/(a|b)*c/]; V -[^punct|det]-> X } with { V ->> Y }
"""
CONFIG = f"""phenomena_file: {ROOT}/config/phenomena.yaml
corpora:
  one:
    source_language: de
    target_language: en
    source: {ROOT}/resources/corpus/de-en/source.de
    references: {{A: {ROOT}/resources/corpus/de-en/reference.A.en}}
    systems: {ROOT}/resources/corpus/de-en/systems
    publish: {{licence: cc0-1.0, pretty_name: "A b"}}
sets: {{minimum_distances: [0, 1], buckets: [[0, 2]]}}
controls: {{samples: 7, match: [length, depth], tolerances: {{depth: 1.5}}}}
metrics: {{bleu: {{}}, chrf: {{}}}}
statistics: {{resamples: 100, alpha: 0.05}}
""".encode()
TMX = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="de"/><body>
<tu><tuv xml:lang="de"><seg>Ja <bpt i="1">b</bpt>gut</seg></tuv><tuv xml:lang="en"><seg>Yes &amp; no</seg></tuv></tu>
<tu><tuv xml:lang="DE"><seg/></tuv><tuv xml:lang="en"><seg>\u00fc</seg></tuv></tu>
</body></tmx>
""".encode()
JSONL = b'{"id": 1, "de": "Ja", "t": {"en": "Yes \\u00fc"}}\n{"id": 2, "de": "", "t": {"en": "No"}}\n'
HIT: dict[str, Any] = {
    **{"segment_id": 3, "phenomenon": "particle_verb", "head": 1, "dependent": 4, "head_form": 'gab, "so"'},
    **{"dependent_form": "=auf", "head_word": 1, "dependent_word": 5, "distance": 2, "distance_ud": 3},
    **{"distance_set": 2, "confidence": 0.5, "head_target": [2, 5], "dependent_target": None},
    **{"head_target_forms": ["gave", "up"], "dependent_target_forms": None},
}
SET = {
    **{"phenomenon": "particle_verb", "kind": "bucket", "distance_from": 0, "distance_below": 2},
    **{"segments": 2, "hits": 2, "segment_ids": [0, 3]},
}
ROWS: Mapping[str, tuple[Format, dict[str, Any]]] = {
    "hits": (HITS, HIT),
    "sets": (SETS, SET),
    "controls": (CONTROLS, {**SET, "sample": 0, "unmatched": 1, "segment_ids": [-1, 2]}),
    "covariates": (
        COVARIATES,
        {
            "segment_id": 0,
            "length": 4,
            "rare_words": 0.5,
            "clauses": 1,
            "depth": 2,
            "sentences": 1,
            "domain": "news",
            "document": None,
        },
    ),
    "alignment": (
        ALIGNMENT,
        {"segment_id": 0, "reference": "A", "source": 1, "target": 2, "source_form": "a", "target_form": "b"}
        | {"confidence": None},
    ),
}
SCORES = "segment_id\tsystem\tscore\n0\ta\t1.5\n1\ta\t-2\n2\ta\t3e2\n0\tb\tNA\n1\tb\t1\n2\tb\t2\n"
GOLD = b'[{"id": 1, "de": ["Ja", "gut"], "en": ["Yes", "fine"], "sure": [[0, 0]], "possible": [[1, 1]]}]'
DFKI = json.dumps(
    {
        "items": [
            {
                **{"id": "7", "langpair": "deen", "category": "Verb", "phenomenon": "Particle verb"},
                **{"source_sentence": "Sie kam an.", "positive_tokens": ["arrived"], "negative_tokens": ["came on"]},
                **{"positive_regex": "arrived?", "negative_regex": "came\\s+on"},
            }
        ]
    }
).encode()
TQ = b"direction;category;phenomenon;source;correct;incorrect\ndeen;Verb;Particle verb;Sie kam an.;arrived;came on\n"


def packed(table: pa.Table, **options: Any) -> bytes:
    """A table as the bytes of a Parquet file."""
    buffer = io.BytesIO()
    pq.write_table(table, buffer, **options)
    return buffer.getvalue()


def texts_of(form: Format, row: Mapping[str, Any], suffix: str) -> bytes:
    """A table of two such rows as the bytes of a text file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"t{suffix}"
        tables.write(table_of(form, [row, row]), path)
        return path.read_bytes()


def strange(form: Format, row: Mapping[str, Any]) -> tuple[bytes, ...]:
    """Parquet files of the table with what Parquet can hold and the table cannot."""
    table = table_of(form, [row])
    seeds = [packed(table), packed(table, compression="zstd"), packed(table_of(form, []))]
    first_text = next(c.name for c in form.columns if c.type == pa.string())
    place = table.column_names.index(first_text)
    for array in (
        pa.array([b"\xff\xfe"]).view(pa.string()),
        pa.array([{"a": 1}]),
        pa.array([["x"]]),
        pa.array(["x"]).dictionary_encode(),
        pa.array([None], pa.null()),
        pa.array([True]),
        pa.array([2**60]),
        pa.array([1.5], pa.float64()),
        pa.array([b"x"], pa.large_binary()),
        pa.array([1], pa.timestamp("ns", "Europe/Berlin")),
    ):
        seeds.append(packed(table.set_column(place, first_text, array)))
        seeds.append(packed(table.set_column(0, form.columns[0].name, array)))
    seeds += [packed(tables.with_metadata(table, version=version)) for version in ("9", "-1", "x", "1" * 5000)]
    doubled = table.append_column(first_text, table.column(first_text))
    return (*seeds, packed(doubled), packed(table.drop_columns([first_text])))


def table_targets() -> dict[str, Target]:
    """Every form of a table that users write, and those that runs hand over."""
    targets = {}
    for name, (form, row) in ROWS.items():
        for suffix in (".csv", ".tsv"):
            targets[f"{name}{suffix}"] = Target(
                f"{name}{suffix}", partial(read_table, form), texts_of(form, row, suffix)
            )
        with_its_origin = packed(with_origin(table_of(form, [row]), ORIGIN))
        targets[f"{name}.parquet"] = Target(
            f"{name}.parquet", partial(read_table, form), *strange(form, row), with_its_origin
        )
    return targets


ORIGIN = Origin(parser="p", aligner="a", reference="A", phenomena="x", minimum_confidence=0.0)


def read_table(form: Format, path: Path) -> object:
    table = tables.read(form, path)
    return table.to_pylist(), origin_of(table)


def segments_table() -> bytes:
    row = {"segment_id": 0, "source": "Ja", "references": ["Yes"], "provenance": "s.de:1"}
    table = table_of(SEGMENTS, [row])
    return packed(tables.with_metadata(table, references="A", source_language="de", target_language="en"))


def statistics_table() -> bytes:
    table = pa.table({"statistic_0": [1.0, 2.0], "statistic_1": [3.0, 4.0]})
    return packed(tables.with_metadata(table, system="a", metric="bleu", signature="x"))


def column(place: str) -> Callable[[Path], object]:
    """Reads a column of a file."""
    return lambda path: read_segments(parse(f"{path}#{place}"))


def brought(path: Path, **layout: Any) -> object:
    source = SegmentScoreFile(path=str(path), missing="allow", **layout)
    return imported_scores.ScoreFile(source, ["a", "b"]).statistics(metric="m", system="a", segments=3)


def pharaoh(path: Path) -> object:
    aligner = Pharaoh(source_language="de", target_language="en", model=str(path), tokens="ours")
    return list(aligner.align([(["a", "b", "c"], ["x", "y", "z"])] * 2))


def described() -> bytes:
    content = {
        **{"format": 1, "name": "parties", "pretty_name": "Parties", "source_language": "de", "target_language": "en"},
        **{"segments": 3, "source_sha256": "0", "references": [{"name": "A", "sha256": "0"}], "signature": "s"},
        **{
            "version": "0.1.0",
            "parser": "p",
            "aligner": "a",
            "metric": "bleu",
            "metrics": {"bleu": {}},
            "metric_signatures": {},
            "target_reference": "A",
        },
        "statistics": {"resamples": 10},
        "phenomena": [
            {
                **{"id": "a", "description": "d", "source": "s", "distance": "surface", "requests": ["pattern { A }"]},
                **{"definition": "x", "minimum_distances": [0], "hits": 1},
                **{"label": "l", "tested_distance": 0, "chosen_by": "source"},
            }
        ],
        "publish": {"licence": "cc0-1.0", "attribution": "me", "ids_only": True},
    }
    return json.dumps(content).encode()


def run_manifest() -> bytes:
    from tests.builders.toy_results import manifest as toy

    made = toy()
    content = {
        **{"signature": "s", "origin": vars(made.origin), "lemmas": None, "version": "0.1.0", "libraries": {}},
        **{"detection": {}, "controls": made.controls.as_dict(), "folder": ".", "files": {"s.de": "0"}},
        **{"corpus": made.corpus.as_dict(), "config": made.config},
    }
    with tempfile.TemporaryDirectory() as place:
        jsonfile.write_checked(content, Path(place, "manifest.json"))
        return Path(place, "manifest.json").read_bytes()


def sums(path: Path) -> object:
    return checksums.changed(path.parent)


TARGETS: dict[str, Target] = {
    **TEST_SETS,
    "text": Target("t.txt", files.read_lines, TEXT, gzip.compress(TEXT, mtime=0)),
    "yaml": Target("c.yaml", yamlfile.load, YAML, CATALOGUE),
    "option": Target("o", lambda path: yamlfile.value(files.read_text(path)), b"8", b"[a, {b: c}]"),
    "catalogue": Target("p.yaml", catalogue.load, CATALOGUE),
    "config": Target("c.yaml", lambda path: load_config([path]), CONFIG),
    "request": Target("r", lambda path: grew.parse(files.read_text(path)), REQUEST, b"pattern { A }"),
    "json": Target("j.json", jsonfile.load, DFKI, GOLD, b"[1, 2.5e3, null]"),
    "conllu": Target("p.conllu", conllu.read, CONLLU),
    "text of a corpus": Target("t.de", lambda path: read_segments(parse(path)), TEXT),
    "tsv": Target("t.tsv", column("de"), b"id\tde\n1\tJa\n2\t\n"),
    "csv": Target("t.csv", column("de"), b'id,de\n1,"Ja, ""gut"""\n2,Nein\n'),
    "jsonl": Target("t.jsonl", column("t.en"), JSONL),
    "tmx": Target("t.tmx", column("de"), TMX),
    "parquet": Target(
        "t.parquet",
        column("de"),
        packed(pa.table({"de": ["Ja", "Nein"]})),
        packed(pa.table({"t": [{"de": "Ja"}], "de": ["x"]})),
    ),
    "config of a model": Target("config.json", shipped_model, config_of(ALIGNER)),
    "weights of a model": Target("model.safetensors", weights, save({"a": np.ones((2, 3), np.float32)})),
    "segments": Target("s.parquet", read_corpus, segments_table()),
    "statistics": Target("s.parquet", read_statistics, statistics_table()),
    "long scores": Target("s.tsv", lambda p: brought(p, system="system"), SCORES.encode()),
    "wide scores": Target("s.csv", brought, b"a,b\n1,2\n3,NA\n5,6\n"),
    "scores in parquet": Target("s.parquet", brought, packed(pa.table({"a": [1.0, 2.0, 3.0], "b": [1, None, 3]}))),
    "links": Target("l.txt", pharaoh, b"0-0 1-2\n\n", b"0-0\n2-2 1-1\n"),
    "gold links": Target("g.json", lambda p: read_gold(p, source_language="de", target_language="en"), GOLD),
    "scores of sentences": Target("s.txt", read_scores, b"1.5\n-2\n"),
    "description": Target("dataset.json", lambda path: description.read(path.parent), described()),
    "checksums": Target("SHA256SUMS", sums, b"0" * 64 + b"  data/all/x.parquet\n"),
    "manifest": Target("manifest.json", read_manifest, run_manifest()),
    "suite of dfki": Target("s.json", suite_in("dfki"), DFKI),
    "suite of tq_autotest": Target("s.csv", suite_in("tq_autotest"), TQ),
    "suite of lingeval97": Target("s.json", suite_in("lingeval97"), pairs.lingeval97_text().encode()),
    "suite of isabelle": Target(
        "s.json",
        suite_in("isabelle", source_language="en", target_language="de"),
        (SUITES / "people/suite.json").read_bytes(),
    ),
    "suite of ltb": Target("s.json", suite_in("ltb"), rule_suites.LTB.encode()),
    "suite of spreadsheet": Target(
        "s.csv", suite_in("spreadsheet"), b'id,source,good,bad\n1,"Ein Hund, da.",dog|hound,/\\bcat/\n'
    ),
    "annotation sheet": Target("s.csv", read_sheet, (SUITES / "people/annotations/ben.csv").read_bytes()),
    "annotation workbook": Target("s.xlsx", read_sheet, (SUITES / "people/annotations/anna.xlsx").read_bytes()),
    "word choices": Target("w.yaml", word_choices.load, WORD_CHOICES.read_bytes()),
    "lexicon of contrastive pairs": Target(
        "l.tsv", lambda p: Resources().add_lexicon(p), b"kam\tkommen\tVERB\tNumber=Sing\n"
    ),
    "counts": Target("c.tsv", lambda p: Resources().add_counts(p), b"kam\t12\n", b"kam\t\x1c12\n"),
    **table_targets(),
}
