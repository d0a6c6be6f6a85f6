"""What every parser and aligner owes when asked which model it needs: the truth, at once, and without a network."""

import socket
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from extractors.core import registry
from extractors.core.errors import InputError
from extractors.models import aligners, installed, parsers
from extractors.models.aligners import Aligner
from extractors.models.installed import Requirement
from extractors.models.parsers import Parser
from tests.builders import fake_stanza


class Backend(NamedTuple):
    package: ModuleType
    base: type[Any]
    name: str
    languages: dict[str, str]

    def load(self) -> Any:
        return registry.load(self.package, self.base, self.name)

    def needs(self, model: str | None, **options: Any) -> Requirement | None:
        found = self.load().needs(**self.languages, model=model, options=options)
        assert found is None or isinstance(found, Requirement)
        return found


PAIR = {"source_language": "de", "target_language": "en"}
BACKENDS = [
    *(Backend(parsers, Parser, name, {"language": "de"}) for name in registry.names(parsers)),
    *(Backend(aligners, Aligner, name, PAIR) for name in registry.names(aligners)),
]

# Backends that read one file; a model is a folder otherwise.
FILES = {"conllu", "udpipe", "pharaoh"}


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked for")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.fixture(params=BACKENDS, ids=lambda b: b.name)
def backend(request: pytest.FixtureRequest) -> Backend:
    found: Backend = request.param
    try:
        found.load()
    except InputError as error:
        pytest.skip(error.problem)
    return found


@pytest.fixture
def model(backend: Backend, tmp_path: Path) -> str:
    """Something at the place that a model is to be at."""
    make: dict[str, Callable[[Path], Path]] = {"stanza": lambda path: fake_stanza.make(path, "de")}
    path = tmp_path / "model"
    if backend.name in make:
        make[backend.name](path)
    elif backend.name in FILES:
        path.write_bytes(b"x")
    else:
        path.mkdir()
        (path / "weights").write_bytes(b"x")
    return str(path)


def test_a_model_that_is_here_is_found_with_its_size(backend: Backend, model: str) -> None:
    found = backend.needs(model)
    assert found is not None
    assert found.path is not None
    assert found.path.exists()
    assert found.size > 0


def test_a_model_that_is_not_here_has_a_remedy(backend: Backend, tmp_path: Path) -> None:
    found = backend.needs(str(tmp_path / "nothing-here"))
    assert found is not None
    assert (found.path, found.size) == (None, 0)
    assert found.name
    assert found.remedy


def test_what_it_says_of_its_default_is_what_its_constructor_finds(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(installed.VARIABLE, str(tmp_path))
    monkeypatch.setenv("STANZA_RESOURCES_DIR", str(tmp_path))
    found = backend.needs(None)
    create = {**backend.languages, "model": None}
    if found is None:
        registry.create(backend.package, backend.base, backend.name, create)
    else:
        assert found.path is None
        with pytest.raises(InputError):
            registry.create(backend.package, backend.base, backend.name, create)


def test_the_shipped_default_is_found(backend: Backend) -> None:
    found = backend.needs(None)
    if found is not None and found.path is not None:
        assert found.name in installed.shipped() or backend.name == "stanza"
        assert found.size == installed.size(found.path)
