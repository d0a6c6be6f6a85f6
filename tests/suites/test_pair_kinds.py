import pytest

from challenge_sets_suites import contrastive
from challenge_sets_suites.pair_kinds import create_makers, is_experimental, kinds, table
from extractors.core import registry
from extractors.core.errors import InputError
from tests.builders.trees import GIVES_UP, treebank


def test_the_table_is_whole():
    named = {kind for language in table()["languages"] for kind in kinds(language)}
    assert named == {*table()["kinds"], *registry.names(contrastive)}
    for language in table()["languages"]:
        assert list(create_makers(language, treebanks=[treebank(GIVES_UP)])) == kinds(language)
        assert len(kinds(language)) >= 4
        assert is_experimental(language) in (True, False)


def test_kinds_that_a_language_lacks():
    assert set(kinds("de")) - set(kinds("en")) == {"auxiliary", "compound", "np_agreement", "subj_adequacy"}
    for language, kind in (("en", "compound"), ("de", "np_agrement"), ("fr", "verb_numbr")):
        with pytest.raises(InputError, match=f"unknown kind of error in '{language}'"):
            create_makers(language, [kind])
    with pytest.raises(InputError, match="no contrastive pairs are made in 'xx'"):
        create_makers("xx")
