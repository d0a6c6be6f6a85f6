"""A file of phenomena that builds on others."""

import pytest

from extractors.core.errors import InputError
from extractors.phenomena import DEFAULT_FILE, catalogue

OWN = """\
include: [shipped, more.yaml]
phenomena:
  - id: my_passive
    pair: [V, A]
    requests: {en: ["pattern { V -[aux:pass]-> A }"]}
"""
MORE = """\
phenomena:
  - id: my_adverb
    pair: [V, A]
    requests: {en: ["pattern { V -[advmod]-> A }"]}
"""


def load(folder, own=OWN, more=MORE):
    (folder / "own.yaml").write_text(own)
    (folder / "more.yaml").write_text(more)
    return catalogue.load(folder / "own.yaml")


def test_the_shipped_phenomena_come_first_and_private_ones_need_little(tmp_path):
    known = load(tmp_path)
    shipped = catalogue.load(DEFAULT_FILE)
    assert list(known) == [*shipped, "my_adverb", "my_passive"]
    assert known["particle_verb"].definition("de") == shipped["particle_verb"].definition("de")
    assert known["my_passive"].label == "my passive"
    assert known["my_passive"].description


def test_what_was_measured_of_a_shipped_phenomenon_is_not_said_of_another(tmp_path):
    shipped = catalogue.load(DEFAULT_FILE)["particle_verb"]
    own = OWN.replace("my_passive", "particle_verb").replace("en:", "de:") + "    override: true\n"
    overridden, included = load(tmp_path, own)["particle_verb"], load(tmp_path)["particle_verb"]
    assert (included.readings, included.examples) == (shipped.readings, shipped.examples)
    assert shipped.readings
    assert shipped.examples
    assert (overridden.readings, overridden.examples) == ({}, {})


def test_a_link_to_the_shipped_file_is_the_shipped_file(tmp_path):
    (tmp_path / "linked.yaml").symlink_to(DEFAULT_FILE)
    assert catalogue.load(tmp_path / "linked.yaml")["particle_verb"].readings


def test_a_file_may_only_include(tmp_path):
    assert list(load(tmp_path, "include: [more.yaml]\nphenomena: []\n")) == ["my_adverb"]


def test_an_entry_takes_the_place_of_another_if_it_says_so(tmp_path):
    known = load(tmp_path, OWN.replace("my_passive", "my_adverb") + "    override: true\n")
    assert known["my_adverb"].definition("en") != load(tmp_path)["my_adverb"].definition("en")
    assert list(known)[-1] == "my_adverb"


@pytest.mark.parametrize(
    ("own", "more", "line", "words"),
    [
        (OWN.replace("my_passive", "particle_verb"), MORE, 3, "in an included file, too"),
        (OWN + "    override: true\n", MORE, 3, "overrides nothing"),
        (OWN.replace("more.yaml", "none.yaml"), MORE, 1, "no such file"),
        (OWN, "include: [own.yaml]\n" + MORE, 1, "own.yaml includes itself"),
        (OWN, MORE.replace("my_adverb", "reflexive"), 1, "in two included files"),
        ("phenomena: []\n", MORE, 1, "no phenomena"),
    ],
)
def test_faults_name_their_line(tmp_path, own, more, line, words):
    with pytest.raises(InputError, match=words) as caught:
        load(tmp_path, own, more)
    assert caught.value.line == line
