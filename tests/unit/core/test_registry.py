import sys
from abc import ABC, abstractmethod
from pathlib import Path
from types import ModuleType

import pytest

from extractors.core import registry
from extractors.core.errors import InputError, nearest


class Animal(ABC):
    @abstractmethod
    def __init__(self, *, legs: int = 4) -> None: ...


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package `animals` with backends written by the test."""
    monkeypatch.syspath_prepend(str(tmp_path))
    folder = tmp_path / "animals"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    base = "from tests.unit.core.test_registry import Animal\n"
    (folder / "cat.py").write_text(base + "class Cat(Animal):\n    def __init__(self, *, legs=4): self.legs = legs\n")
    (folder / "dog.py").write_text("import no_such_library\n")
    (folder / "fox.py").write_text("import altair.no_such_part\n")
    (folder / "hen.py").write_text("import animals.no_such_file\n")
    (folder / "two.py").write_text((folder / "cat.py").read_text() + "class Lynx(Cat): pass\n")
    (folder / "_helper.py").write_text("")
    for name in [n for n in sys.modules if n.split(".")[0] == "animals"]:
        del sys.modules[name]
    import animals  # type: ignore[import-not-found]

    yield animals
    for name in [n for n in sys.modules if n.split(".")[0] == "animals"]:
        del sys.modules[name]


def test_backends_are_files_without_underscore(package: ModuleType):
    assert registry.names(package) == ["cat", "dog", "fox", "hen", "two"]


def test_options_reach_the_backend_and_unknown_ones_are_refused(package):
    assert registry.create(package, Animal, "cat", {"legs": 3}).legs == 3
    with pytest.raises(InputError, match="unknown option of cat 'leg'") as caught:
        registry.create(package, Animal, "cat", {"leg": 3})
    assert "did you mean 'legs'" in caught.value.remedy


def test_unknown_backends_and_missing_libraries_are_said_in_words(package):
    with pytest.raises(InputError, match="unknown animal 'cta'") as caught:
        registry.load(package, Animal, "cta")
    assert "did you mean 'cat'" in caught.value.remedy
    with pytest.raises(InputError, match="the animal 'dog' needs the package 'no_such_library'") as caught:
        registry.load(package, Animal, "dog")
    assert caught.value.remedy == "pip install no_such_library"


def test_a_missing_package_of_an_extra_names_the_extra(package):
    with pytest.raises(InputError, match="the animal 'fox' needs packages that are not installed: altair") as caught:
        registry.load(package, Animal, "fox")
    assert "[run]'" in caught.value.remedy


def test_a_missing_module_of_our_own_is_a_fault_of_the_program(package):
    with pytest.raises(ModuleNotFoundError, match="no_such_file"):
        registry.load(package, Animal, "hen")


def test_a_file_with_two_backends_is_a_fault_of_the_program(package):
    with pytest.raises(TypeError, match="must define one Animal, found 2"):
        registry.load(package, Animal, "two")


def test_nearest():
    assert nearest("blue", ["bleu", "chrf"]) == "did you mean 'bleu'? Known: bleu, chrf"
    assert nearest("xyz", ["bleu", "chrf"]) == "known: bleu, chrf"
    assert nearest("xyz", []) == "known: none"


@pytest.mark.parametrize("legs", ["three", True, 2.5])
def test_an_option_of_another_type_is_refused(package, legs):
    text = "from tests.unit.core.test_registry import Animal\nclass Hen(Animal):\n"
    text += "    def __init__(self, *, legs: int = 2): ...\n"
    (Path(package.__path__[0]) / "hen.py").write_text(text)
    registry.create(package, Animal, "hen", {"legs": 3})
    with pytest.raises(InputError, match=f"the option legs of hen must be a whole number, got {legs!r}") as caught:
        registry.create(package, Animal, "hen", {"legs": legs})
    assert "config/README.md" in caught.value.remedy


def test_a_flag_of_a_backend_is_read_without_its_library(package):
    backend = "import no_such_library\n\n\nclass Elk(no_such_library.Animal):\n    antlers = True\n"
    Path(package.__path__[0], "elk.py").write_text(backend)
    assert registry.flag(package, "elk", "antlers")
    assert not registry.flag(package, "cat", "antlers")
