"""phenomena.yaml of a set: the phenomena of the run, as a file that finds the same hits."""

from extractors.phenomena import catalogue
from extractors.publish import layout
from tests.builders.small_run import PHENOMENA_FILE


def test_the_file_finds_the_same_hits(run):
    known, published = catalogue.load(PHENOMENA_FILE), catalogue.load(run / "full" / layout.REQUESTS)
    assert list(published) == ["particle_verb", "reordering", "reflexive"]
    for name, phenomenon in published.items():
        assert phenomenon.definition("de") == known[name].definition("de")
        said = ("description", "label", "roles", "source", "minimum_distances")
        assert [getattr(phenomenon, word) for word in said] == [getattr(known[name], word) for word in said]
    # Of other languages there is nothing in the set.
    assert not published["particle_verb"].has("en")
