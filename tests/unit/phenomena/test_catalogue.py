import subprocess
import sys

import pytest

from extractors.core.errors import InputError
from extractors.phenomena import catalogue

GOOD = """\
phenomena:
  - id: particle_verb
    description: A verb and its particle.
    source: a paper
    pair: [V, P]
    experimental: [fr]
    requests:
      fr: ["pattern { V -[compound:prt]-> P }"]
      de:
        - pattern { V -[compound:prt]-> P }
        - {request: "pattern { W -[mark]-> Q }", pair: [Q, W]}
  - id: reordering
    description: Words that move far.
    source: a paper
    measure: reordering
    minimum_distances: [5]
"""
NAMED = GOOD.replace(
    "    source: a paper\n", "    source: a paper\n    label: verbs apart\n    roles: [verb, particle]\n", 1
)


def load(tmp_path, text):
    (tmp_path / "p.yaml").write_text(text)
    return catalogue.load(tmp_path / "p.yaml")


def test_entries_and_defaults(tmp_path):
    found = load(tmp_path, GOOD)
    assert list(found) == ["particle_verb", "reordering"]
    rules = found["particle_verb"].rules["de"]
    assert [(r.head, r.dependent) for r in rules] == [("V", "P"), ("Q", "W")]
    assert found["particle_verb"].distance == "surface"
    assert found["reordering"].minimum_distances == (5,)
    assert found["particle_verb"].experimental == ("fr",)


def test_a_label_and_roles_have_plain_defaults(tmp_path):
    plain, named = (load(tmp_path, text)["particle_verb"] for text in (GOOD, NAMED))
    assert (plain.label, plain.roles) == ("particle verb", ("head", "dependent"))
    assert (named.label, named.roles) == ("verbs apart", ("verb", "particle"))
    assert plain.definition("de") == named.definition("de")


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("description: A verb and its particle.", "description: Another one.", True),
        ("phenomena:", "# Words that stand apart.\n\nphenomena:", True),
        ("compound:prt]-> P }\n        - {", "compound:prt]-> P; V << P }\n        - {", False),
        ("pair: [Q, W]", "pair: [W, Q]", False),
        ("    experimental: [fr]\n", "    experimental: [fr]\n    distance: ud\n", False),
        ('fr: ["pattern { V -[compound:prt]', 'fr: ["pattern { V -[compound]', True),
    ],
)
def test_a_definition_is_what_decides_on_hits_and_nothing_else(tmp_path, old, new, same):
    assert old in GOOD
    one, other = (load(tmp_path, text)["particle_verb"] for text in (GOOD, GOOD.replace(old, new)))
    (tmp_path / "other.yaml").write_text(GOOD)
    assert one.definition("de") == catalogue.load(tmp_path / "other.yaml")["particle_verb"].definition("de")
    assert (one.definition("de") == other.definition("de")) is same


@pytest.mark.parametrize(
    ("written", "remedy"),
    [
        ("examples: [She left.]", "{de: {hit: ..., none: ...}}"),
        ('requests: "pattern { V -[obj]-> O }"', "{de: ['pattern ...']}"),
        ('requests: {en: "pattern { V -[obj]-> O }"}', "write `en: ['pattern { V -[obj]-> O }']`"),
    ],
)
def test_values_by_language_say_how_they_are_written(tmp_path, written, remedy):
    with pytest.raises(InputError) as caught:
        load(tmp_path, f"phenomena:\n  - id: mine\n    pair: [V, O]\n    {written}\n")
    assert remedy in caught.value.remedy


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("pair: [V, P]", "pair: [V, X]", 8, "the pattern has no node 'X'"),
        ("compound:prt", "compond:prt", 8, "compound"),
        ("pattern { V -[compound:prt]-> P }", "pattern { V -[compound:prt]-> }", 8, "request of particle_verb"),
        ("id: reordering", "id: particle_verb", 12, "there twice"),
        ("    measure: reordering\n", "", 12, "either requests or a measure"),
        ("    pair: [V, P]\n", "", 7, "has no pair"),
        ("description: A verb and its particle.", "descripton: A verb and its particle.", 3, "did you mean|descripton"),
        ("measure: reordering", "measure: never", 15, "unknown value 'never'"),
        ("experimental: [fr]", "experimental: [es]", 6, "has experimental for 'es', but no request"),
        (
            "measure: reordering",
            "measure: reordering\n    twin_of: particles",
            16,
            "the twin of 'particles', which is not",
        ),
    ],
)
def test_faults_name_their_line(tmp_path, old, new, line, words):
    assert old in GOOD
    with pytest.raises(InputError, match=words) as caught:
        load(tmp_path, GOOD.replace(old, new))
    assert caught.value.line == line


def test_a_fault_of_another_language_is_met_where_that_is_asked_for(tmp_path):
    (tmp_path / "p.yaml").write_text(GOOD.replace("compound:prt", "compond:prt", 1))
    found = catalogue.load(tmp_path / "p.yaml", languages=["de"])
    assert len(found["particle_verb"].rules["de"]) == 2
    assert (*found["particle_verb"].rules,) == ("fr", "de")
    with pytest.raises(InputError, match="compond") as caught:
        found["particle_verb"].definition("fr")
    assert caught.value.line == 8
    with pytest.raises(InputError, match="compond"):
        catalogue.load(tmp_path / "p.yaml")


def test_selection(tmp_path):
    known = load(tmp_path, GOOD)
    assert [p.id for p in catalogue.select(known, None, "de", path="p")] == ["particle_verb", "reordering"]
    assert [p.id for p in catalogue.select(known, None, "fr", path="p")] == ["reordering"]
    assert [p.id for p in catalogue.select(known, ["particle_verb"], "fr", path="p")] == ["particle_verb"]
    with pytest.raises(InputError, match=r"no request for the language 'es'"):
        catalogue.select(known, ["particle_verb"], "es", path="p")
    with pytest.raises(InputError, match="unknown phenomenon 'particle'"):
        catalogue.select(known, ["particle"], "de", path="p")


def test_another_definition_of_a_phenomenon_is_run_if_asked_for(tmp_path):
    known = load(
        tmp_path, GOOD.replace("    measure: reordering\n", "    measure: reordering\n    twin_of: particle_verb\n")
    )
    assert [p.id for p in catalogue.select(known, None, "de", path="p")] == ["particle_verb"]
    assert [p.id for p in catalogue.select(known, ["reordering"], "de", path="p")] == ["reordering"]
    both = catalogue.select(known, None, "de", path="p", twins=True)
    assert [p.id for p in both] == ["particle_verb", "reordering"]


def test_requests_are_read_where_the_library_of_regular_expressions_is_missing():
    code = (
        "import sys; sys.modules['regex'] = None\n"
        "from extractors.phenomena import DEFAULT_FILE, catalogue\n"
        "print(len(catalogue.load(DEFAULT_FILE)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 60
