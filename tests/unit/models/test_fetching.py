import pytest

from extractors.core.errors import InputError
from extractors.models import fetching
from extractors.models.installed import Requirement


def requirement(fetch=None):
    return Requirement(kind="parser", name="x", path=None, remedy="type this elsewhere", fetch=fetch)


def test_what_the_library_fetches_is_fetched_once():
    fetched = []
    fetching.fetch(requirement(lambda: fetched.append(1)))
    assert fetched == [1]


@pytest.mark.parametrize("failure", [OSError("disk full\nmore"), SystemExit("disk full"), RuntimeError("disk full")])
def test_a_library_that_fails_is_reported_in_words(failure):
    def fail():
        raise failure

    with pytest.raises(InputError) as error:
        fetching.fetch(requirement(fail))
    assert error.value.problem == "could not fetch x: disk full"
    assert error.value.remedy == "type this elsewhere"


def test_the_library_s_switch_against_asking_holds(monkeypatch):
    """As HF_HUB_OFFLINE=1 sets it, which is read when the library is imported."""
    from huggingface_hub import constants

    from extractors.models import hub

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(InputError, match=r"could not fetch some/encoder: .*offline mode") as error:
        fetching.fetch(hub.required("some/encoder", kind="aligner"))
    assert "hf download some/encoder" in error.value.remedy


def test_what_no_library_fetches_has_its_remedy():
    with pytest.raises(InputError, match="cannot be fetched") as error:
        fetching.fetch(requirement())
    assert error.value.remedy == "type this elsewhere"
