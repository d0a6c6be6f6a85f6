import inspect
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from snakemake.utils import update_config

from extractors.config.model import Config, CorpusEntry
from extractors.config.run import build_config, load_config, merged, read_config
from extractors.core.errors import InputError
from extractors.core.settings import Settings
from extractors.extract.select import ranges
from extractors.inputs.importers.sacrebleu import Sacrebleu
from extractors.inputs.places import parse
from extractors.models.tool_settings import ParserSettings
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import definitions_checksum
from extractors.phenomena.chosen_phenomena import Detection
from extractors.scoring.imported_score_settings import SegmentScoreFile
from tests import ROOT
from tests.builders.configs import load, refused
from tests.builders.quality import quality_row, write_quality
from tests.libraries import sacrebleu_cache


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("s.de", "r.en", "b.en", "out/x.en", "out/y.en.gz"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("text\n")
    return tmp_path


GOOD = f"""\
phenomena_file: {ROOT}/config/phenomena.yaml
corpora:
  one:
    source_language: de
    target_language: en
    source: "{{data_dir}}/s.de"
    references: {{A: r.en, B: b.en}}
    systems: out
data_dir: .
"""


def test_defaults_are_filled_in(folder):
    run = load(folder, GOOD)
    one = run.corpora["one"]
    assert one.source.text == "./s.de"
    assert one.systems == {"x": parse("out/x.en"), "y": parse("out/y.en.gz")}
    assert one.parse == ParserSettings(parser="multilingual")
    assert one.aligned_references == ("A", "B")
    assert list(run.settings.metrics) == ["bleu", "chrf", "ribes"]
    assert [r.name for r in ranges(run.sets["particle_verb"])][:5] == ["min0", "min1", "min2", "min3", "exact0"]
    assert [r.name for r in ranges(run.sets["reordering"])] == [
        f"min{distance}" for distance in (1, 3, 5, 7, 10, 15, 20, 30)
    ]
    assert "preposition_stranding" not in one.phenomenon_ids
    assert not run.settings.sets.export


def test_what_the_parser_finds_too_imprecisely_runs_only_when_asked_for(folder):
    definition = definitions_checksum([catalogue.load(f"{ROOT}/config/phenomena.yaml")["negation"].definition("de")])
    write_quality(folder / "q.csv", quality_row("negation", 31, 31, 21, definition=definition))
    own = f"parse: {{quality: {{de: q.csv, en: q.csv}}}}\n{GOOD}"
    # What a large language model judged of the shipped parser's hits decides.
    assert load(folder, GOOD).corpora["one"].detection.left_out == {}
    one = load(folder, own).corpora["one"]
    assert one.detection.left_out == {"negation": "precision 68 % of 31 hits on treebanks (de_made), recall 68 %"}
    assert "negation" not in one.phenomenon_ids
    assert "particle_verb" in one.detection.unmeasured
    assert "negation" in load(folder, f"imprecise: true\n{own}").corpora["one"].phenomenon_ids
    named = load(folder, f"phenomena: [negation]\n{own}").corpora["one"]
    assert (named.phenomenon_ids, named.detection.left_out) == (["negation"], {})


def test_of_a_parser_that_was_not_measured_nothing_is_known(folder):
    one = load(folder, f"parse: {{parser: stanza}}\n{GOOD}").corpora["one"]
    assert one.detection == Detection()
    assert "negation" in one.phenomenon_ids


def test_the_users_own_figures_choose_the_phenomena(folder):
    checksum = definitions_checksum([catalogue.load(f"{ROOT}/config/phenomena.yaml")["reflexive"].definition("de")])
    row = quality_row("reflexive", 40, 30, 12, definition=checksum, parser="stanza:1/de-gsd:1")
    write_quality(folder / "q.csv", row)
    text = f"parse: {{parser: stanza, quality: {{de: q.csv, en: other.csv}}}}\n{GOOD}"
    one = load(folder, text).corpora["one"]
    assert list(one.detection.left_out) == ["reflexive"]
    assert "reflexive" not in one.phenomenon_ids
    refused(folder, text.replace("stanza, ", "multilingual, "), "q.csv.*was measured with stanza:1/de-gsd:1", 1)


def test_a_minimum_precision_chooses_confidences_and_says_what_it_costs(folder):
    one = load(folder, f"minimum_precision: 0.9\n{GOOD}").corpora["one"]
    name = "verb_final_subclause"
    said, least = one.detection.thresholds[name], one.detection.minimum_confidences[name]
    assert said.startswith(f"{name}: hits from a confidence of {least:g}: precision 9")
    recall, full, least_precision = map(
        int, re.search(r"recall (\d+) % instead of (\d+) % .*least (\d+) %", said).groups()
    )
    assert recall < full
    assert least_precision >= 90
    # Found from the alignment, which the parser does not decide on.
    assert "reordering" in one.phenomenon_ids
    assert {"causative", "modal_particle"} <= one.detection.left_out.keys()


def test_a_corpus_may_have_a_minimum_confidence_of_its_own(folder):
    assert load(folder, GOOD).corpora["one"].minimum_confidence == 0
    text = f"minimum_confidence: 0.5\n{GOOD}"
    assert load(folder, text).corpora["one"].minimum_confidence == 0.5
    text = text.replace("systems: out", "systems: out\n    minimum_confidence: 1")
    assert load(folder, text).corpora["one"].minimum_confidence == 1


def test_later_files_override_earlier_ones(folder):
    (folder / "base.yaml").write_text(GOOD)
    (folder / "more.yaml").write_text("controls: {samples: 7}\n")
    run = load_config([folder / "base.yaml", folder / "more.yaml"])
    assert run.settings.controls.samples == 7
    assert run.settings.controls.within == 1


KEYS = st.sampled_from(["corpora", "sets", "a", "b"])
VALUES = st.recursive(
    st.integers() | st.lists(st.integers(), max_size=2) | st.none(), lambda v: st.dictionaries(KEYS, v)
)


@given(st.lists(st.dictionaries(KEYS, VALUES, min_size=1), min_size=1, max_size=3))
def test_files_are_merged_as_snakemake_merges_them(configs):
    together = merged(configs)
    expected = {}
    for config in configs:
        update_config(expected, config)
    assert together == expected


def test_a_merge_leaves_an_alias_alone(folder):
    (folder / "base.yaml").write_text("a: &shared {x: 1}\nb: *shared\n")
    (folder / "more.yaml").write_text("a: {x: 2}\n")
    assert read_config([folder / "base.yaml", folder / "more.yaml"])[0] == {"a": {"x": 2}, "b": {"x": 1}}


@pytest.mark.parametrize("text", ["", "- corpora\n", "corpora\n"])
def test_a_file_without_keys_is_no_config(folder, text):
    with pytest.raises(InputError, match="must be a config with keys"):
        load(folder, text)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("    systems: out", "    sistems: out", 8, "'sistems'.*did you mean 'systems'"),
        ("data_dir: .", "data_dir: /nowhere", 3, "no such file: /nowhere/s.de"),
        ("systems: out", "systems: none", 3, "no such folder"),
        ("source_language: de", "source_language: german", 4, "ISO 639-1 code of a language, got 'german'"),
        ("corpora:", "corpera:", 2, "did you mean 'corpora'|required"),
        ("source_language: de", "source_language: no", 4, "'no' without quotes .* a boolean.* quote it: 'no' if it is"),
        ("source_language: de", "source_language: ger", 4, "'ger' has a two-letter code.*did you mean 'de'"),
        ("target_language: en", "target_language: jp", 5, "code of a language, got 'jp'.*did you mean 'ja'"),
        ("systems: out", "systems: out\n    align: {references: [C]}", 9, "unknown reference 'C'"),
        ("systems: out", "systems: out\n    minimum_confidence: much", 9, "minimum_confidence must be a number"),
        ("systems: out", "systems: out\n    unit: sentences", 9, "did you mean 'sentence'"),
        (
            "systems: out",
            "systems: out\n    unit: sentence\n    align: {aligner: pharaoh}",
            9,
            "this aligner makes none",
        ),
        ("systems: out", "systems: out\n    unit: sentence\n    align: {references: [A]}", 9, "leaves some out"),
        ("  one:", "  ../one:", 3, "'../one' cannot be the name"),
        ("{A: r.en, B: b.en}", "{A: r.en, =cmd|: b.en}", 7, "'=cmd.' cannot be the name"),
        ("{A: r.en, B: b.en}", "{A: r.en, a: b.en}", 7, "'A' and 'a' differ only in case"),
        ("systems: out", "systems: ['../../../OUT=r.en']", 3, "r.en: '../../../OUT' cannot be the name"),
        ("systems: out", "systems: {'{x}': r.en}", 8, "'{x}' cannot be the name"),
        ("systems: out", "systems: out\n    segment_scores: {'@SUM(1)': b.en}", 9, "'@SUM.1.' cannot be the name"),
    ],
)
def test_faults_name_file_line_and_remedy(folder, old, new, line, words):
    assert old in GOOD
    refused(folder, GOOD.replace(old, new), words, line)


@pytest.mark.parametrize(
    ("added", "line", "words"),
    [
        ("controls: {smaples: 3}", 10, "did you mean 'samples'"),
        ("metrics: {blue: {}}", 10, "unknown metric 'blue'.*did you mean 'bleu'"),
        ("report: {metric: ribs}", 10, "unknown metric 'ribs'.*did you mean 'ribes'"),
        ("report: {examples: 0}", 10, "report.examples must be at least 1 and at most 1000000, got 0"),
        ("parse: {parser: spcy}", 10, "unknown parser 'spcy'.*did you mean 'spacy'"),
        ("align: {aligner: simaling}", 10, "did you mean 'simalign'"),
        ("phenomena: [particle_verbs]", 3, "did you mean 'particle_verb'"),
        ("phenomena: [preposition_stranding]", 3, "no request for the language 'de'"),
        ("sets: {buckets: [[3, 2]]}", 10, r"\[3, 2\) is empty"),
        ("results: r.en/there", 10, "r.en is a file.*name a folder"),
        ("results: 'r{x}'", 10, "patterns.*name a folder without"),
        ("statistics: {alpha: .nan}", 10, "statistics.alpha must be a number, got nan"),
        ("controls: {tolerance: true}", 10, "controls.tolerance must be a whole number or a text, got True"),
        ("minimum_precision: 0.9\nparse: {parser: stanza}", 10, "nothing is known about how well this parser"),
        (
            "minimum_precision: 0.9\nphenomena: [causative]",
            10,
            "no phenomenon is left to run: causative: precision 77 %",
        ),
        ("minimum_precision: 0.9\nminimum_confidence: 0.5", 10, "the first sets the second"),
        ("minimum_precision: 1", 10, "minimum_precision must be at least 0 and below 1, got 1"),
        ("parse: {quality: none.csv}", 10, "none.csv: no such file"),
    ],
)
def test_a_fault_of_a_setting_has_its_line(folder, added, line, words):
    refused(folder, f"{GOOD}{added}\n", words, line)


def test_names_that_yaml_reads_as_numbers_are_names(folder):
    run = load(folder, GOOD.replace("{A: r.en, B: b.en}", "{1: r.en, 2: b.en}"))
    assert run.corpora["one"].references == {"1": parse("r.en"), "2": parse("b.en")}


def test_the_readme_has_every_key_with_its_default():
    cells = {}
    for line in (ROOT / "config" / "README.md").read_text(encoding="utf-8").splitlines():
        # `accuracy.parser`, `model` is a row of two keys of a block.
        if line.startswith("| `") and (names := re.findall(r"`([A-Za-z_.]+)`", line.split("|")[1])):
            block = names[0].rpartition(".")[0]
            keys = [names[0], *(f"{block}.{name}" if block else name for name in names[1:])]
            cells |= dict.fromkeys(set(keys) - cells.keys(), line.split("|")[2])
    defaults = {f"corpora.NAME.{field.alias or name}": None for name, field in CorpusEntry.model_fields.items()}
    for name, field in Config.model_fields.items():
        block = field.annotation
        is_block = inspect.isclass(block) and issubclass(block, Settings)
        of_block = {key: block().as_dict().get(key) for key in block.model_fields} if is_block else {}
        defaults |= {f"{name}.{key}": value for key, value in of_block.items()} or {name: field.default}
    assert defaults.keys() - cells.keys() == set()
    for key, value in defaults.items():
        if value not in (None, {}):
            shown = (
                str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else value
            )
            assert f"`{shown}`".replace("'", "") in cells[key], key


@pytest.mark.parametrize(
    ("references", "humans", "said"),
    [
        ("{A: r.en, B: b.en}", ("A", "B"), ()),
        ("{A: r.en, B: {text: b.en}}", ("A", "B"), ()),
        ("{A: r.en, B: {text: b.en, kind: human}}", ("A", "B"), ("B",)),
        ("{A: r.en, B: {text: b.en, kind: post-edit}}", ("A",), ()),
        ("{A: {text: r.en, kind: machine}, B: {text: b.en, kind: human}}", ("B",), ("B",)),
        ("r.en", ("A",), ()),
    ],
)
def test_only_references_by_people_are_a_baseline_and_who_says_so_is_remembered(folder, references, humans, said):
    run = load(folder, GOOD.replace("{A: r.en, B: b.en}", references))
    one = run.corpora["one"]
    assert (one.humans, one.said_humans) == (humans, said)
    assert Config.of(run.settings.as_dict()).corpora["one"].said_humans == said
    assert next(iter(one.references.values())) == parse("r.en")


def test_a_reference_needs_a_text(folder):
    with pytest.raises(InputError, match="the reference B has no text"):
        load(folder, GOOD.replace("B: b.en", "B: {kind: human}"))


BROUGHT = """\
    domain: s.de
    document: r.en
    segment_scores:
      comet: "{data_dir}/b.en"
      da: {path: b.en, system: S, missing: allow, higher_is_better: false}
"""


def test_scores_that_the_user_brings_are_metrics_of_their_corpus(folder):
    run = load(folder, GOOD.replace("data_dir: .", BROUGHT + "data_dir: ."))
    one = run.corpora["one"]
    assert one.segment_scores == {
        "comet": SegmentScoreFile(path="./b.en"),
        "da": SegmentScoreFile(path="b.en", system="S", missing="allow", higher_is_better=False),
    }
    assert list(one.metrics(run.settings.metrics)) == ["bleu", "chrf", "ribes", "comet", "da"]
    assert one.metrics(run.settings.metrics)["da"] == {
        "segment_scores": True,
        "higher_is_better": False,
        "sees": "reference",
    }
    assert one.names == {"domain": parse("s.de"), "document": parse("r.en")}
    assert one.other_files() == ["out/x.en", "out/y.en.gz", "s.de", "r.en", "./b.en", "b.en"]


HARD = """\
    covariates: {sentinel: s.de, ease: '{data_dir}/r.en'}
controls: {match: [length, sentinel], tolerances: {sentinel: 0.1}}
"""


def test_covariates_that_the_user_brings_can_be_matched_on(folder):
    run = load(folder, GOOD.replace("data_dir: .", HARD + "data_dir: ."))
    assert run.corpora["one"].covariates == {"sentinel": parse("s.de"), "ease": parse("./r.en")}
    assert run.corpora["one"].other_files()[-2:] == ["s.de", "r.en"]
    assert run.settings.controls.match == ("length", "sentinel")


@pytest.mark.parametrize(
    ("old", "new", "line", "words", "remedy"),
    [
        ("sentinel: s.de", "sentinel: t.de", "covariates:", "no such file: t.de", "relative to the folder"),
        (
            "sentinel: s.de",
            "depth: s.de",
            "covariates:",
            "'depth' is already the name of something else",
            "another name",
        ),
        (
            "sentinel: s.de",
            "a+b: s.de",
            "covariates:",
            "'a+b' cannot be the name of a covariate",
            "begin with a letter",
        ),
        ("ease: '", "Sentinel: '", "covariates:", "differ only in case", "another name"),
        ("[length, sentinel]", "[length, sentinal]", "match:", "covariate 'sentinal'", "did you mean 'sentinel'"),
        ("{sentinel: 0.1}", "{sentinal: 0.1}", "match:", "unknown covariate 'sentinal'", "did you mean 'sentinel'"),
    ],
)
def test_a_covariate_that_cannot_be_is_named_with_its_line(folder, old, new, line, words, remedy):
    text = GOOD.replace("data_dir: .", HARD + "data_dir: .").replace(old, new)
    with pytest.raises(InputError, match=re.escape(words)) as caught:
        load(folder, text)
    assert line in text.splitlines()[caught.value.line - 1]
    assert remedy in caught.value.remedy


def test_every_corpus_brings_what_controls_are_matched_on(folder):
    text = GOOD.replace("data_dir: .", HARD + "data_dir: .")
    one = text[text.index("  one:") : text.index("    covariates:")]
    with pytest.raises(
        InputError, match="controls are to be matched on the sentinel, but the corpus brings none"
    ) as caught:
        load(folder, text.replace("corpora:\n", "corpora:\n" + one.replace("  one:", "  two:")))
    assert "`covariates: {sentinel: FILE}`" in caught.value.remedy


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("comet: ", "bleu: ", "'bleu' is the name of a metric that is computed"),
        ("system: S", "score: S", "`score` is set but `system` is not"),
        ("system: S", "systems: {z: S}", "unknown system 'z'"),
        ("missing: allow", "missing: skip", "skip"),
        ("domain: s.de", "domain: t.de", "no such file: t.de"),
        ("    domain: s.de\n", "", "matched on the domain, but the corpus names none"),
        ("document: r.en", "document: t.de", "no such file: t.de"),
        ("    document: r.en\n", "", "matched on the document, but the corpus names none"),
        ("match: [domain, document]", "match: [dpth]", "dpth"),
    ],
)
def test_what_is_brought_is_checked(folder, old, new, words):
    text = GOOD.replace("data_dir: .", BROUGHT + "data_dir: .\ncontrols: {match: [domain, document]}")
    assert old in text
    with pytest.raises(InputError, match=re.escape(words)):
        load(folder, text.replace(old, new))


def test_tests_by_document_ask_for_documents(folder):
    by_document = GOOD + "statistics: {cluster: document}\n"
    error = refused(
        folder, by_document, "is `document`, but the corpus one names no documents", len(by_document.splitlines())
    )
    assert "`document:`" in error.remedy
    run = load(folder, by_document.replace("data_dir: .", BROUGHT + "data_dir: ."))
    assert run.settings.statistics.cluster == "document"
    with pytest.raises(InputError, match="talk"):
        load(folder, GOOD + "statistics: {cluster: talk}\n")


XML = {
    "source": ["Roses", "Rose"],
    "references": {"A": ["Rosen", "Rose"]},
    "systems": {"Online-W": ["Rosen", "Rose"], "Team_1": ["", "Rosen"]},
}


@pytest.fixture
def wmt21(folder, monkeypatch):
    sacrebleu_cache.look_in(folder / "sacrebleu", "wmt21/systems", patch=monkeypatch)
    return folder / "sacrebleu"


OF_SACREBLEU = f"""\
phenomena_file: {ROOT}/config/phenomena.yaml
corpora:
  one:
    source_language: en
    target_language: de
    source: sacrebleu:wmt21/systems:en-de#src
    references: {{A: "sacrebleu:wmt21/systems:en-de#ref:A", mine: s.de}}
    systems: sacrebleu:wmt21/systems:en-de
    domain: sacrebleu:wmt21/systems:en-de#docid
"""


def test_a_test_set_of_sacrebleu_is_a_corpus_without_files(folder, wmt21):
    sacrebleu_cache.add_xml(wmt21, "wmt21/systems", "en-de", **XML)
    one = load(folder, OF_SACREBLEU).corpora["one"]
    place = "sacrebleu:wmt21/systems:en-de"
    assert one.systems == {"Online-W": parse(f"{place}#Online-W"), "Team_1": parse(f"{place}#Team_1")}
    assert one.files() == ["s.de"]
    assert one.other_files() == []
    fields = ("src", "ref:A", "Online-W", "Team_1", "docid")
    assert one.library_places() == [parse(f"{place}#{field}") for field in fields]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("#src", "#scr", 3, "unknown field of sacrebleu:wmt21/systems:en-de 'scr'"),
        ("systems: sacrebleu:wmt21/systems:en-de", "systems: [sacrebleu:wmt21/systems:en-de#Teem_1]", 3, "Team_1"),
        ("source: sacrebleu:", "source: sacrebeu:", 3, "did you mean 'sacrebleu'"),
        ("#docid", "#dociid", 9, "did you mean 'docid'"),
        ("source: sacrebleu:wmt21/systems:en-de", "source: sacrebleu:wmt21/systems:en-is", 3, "unknown field|cannot"),
    ],
)
def test_what_a_library_does_not_have_is_refused_with_its_line(folder, wmt21, old, new, line, words):
    sacrebleu_cache.add_xml(wmt21, "wmt21/systems", "en-de", **XML)
    refused(folder, OF_SACREBLEU.replace(old, new), words, line)


# The text is what `--config download=true` gives.
@pytest.mark.parametrize("value", ["true", '"true"'])
def test_what_is_not_on_this_machine_is_refused_or_fetched(folder, wmt21, monkeypatch, value):
    with pytest.raises(InputError, match="not on this machine: sacrebleu:wmt21/systems:en-de") as caught:
        load(folder, OF_SACREBLEU)
    assert "sacrebleu -t wmt21/systems -l en-de" in caught.value.remedy
    asked = []

    def download(importer):
        asked.append(importer.origin)
        sacrebleu_cache.add_xml(wmt21, "wmt21/systems", "en-de", **XML)

    monkeypatch.setattr(Sacrebleu, "download", download)
    assert load(folder, f"download: {value}\n{OF_SACREBLEU}").corpora["one"].systems
    assert asked == ["sacrebleu:wmt21/systems:en-de"]


SOURCE_ALONE = """\
corpora:
  one: {source_language: de, source: s.de}
"""


def test_a_corpus_may_be_a_source_alone(folder):
    one = load(folder, SOURCE_ALONE).corpora["one"]
    assert (one.references, one.target_language, one.aligned_references) == ({}, "und", ())
    assert "particle_verb" in one.phenomenon_ids
    assert "reordering" not in one.phenomenon_ids


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("references: r.en", "references but no target_language"),
        ("systems: out, target_language: en", "systems, but neither references nor segment_scores"),
        ("phenomena: [reordering]", "found by links to outputs or to a reference"),
    ],
)
def test_what_a_source_alone_cannot_have(folder, more, words):
    refused(folder, SOURCE_ALONE.replace("}", f", {more}}}"), words, 2)


@pytest.mark.parametrize(
    ("target", "align", "expected"),
    [
        ("en", "", "simalign"),
        ("fi", "", "simalign"),
        ("fi", "model: bert", "simalign"),
        ("fi", "aligner: none", "none"),
    ],
)
def test_the_pair_of_languages_chooses_the_aligner(folder, target, align, expected):
    changed = GOOD.replace("target_language: en", f"target_language: {target}") + f"align: {{{align}}}\n"
    assert load(folder, changed).corpora["one"].align.aligner == expected


def test_a_number_of_the_command_line_that_is_meant_as_a_text_has_a_way_out(folder):
    (folder / "c.yaml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        build_config(*read_config(["c.yaml"], overrides={"results": 202411}))
    assert "results must be a text, got 202411" in str(caught.value)
    assert "write a path as ./2024_11" in str(caught.value.remedy)
