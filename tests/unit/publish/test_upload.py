"""Sending a set: what is said before, what is refused, and what the hub then has, by the library's real code."""

import io
import os
import shutil
import subprocess
import sys
from types import SimpleNamespace

import pytest
from huggingface_hub import constants

from extractors import __main__ as cli
from extractors.config.output_settings import PublishSettings
from extractors.core.errors import InputError
from extractors.formats import checksums
from extractors.formats.items import Item, Suite
from extractors.publish import items_dataset, layout, upload
from tests import ROOT
from tests.builders import dataset_hub, small_run
from tests.builders.set_folders import files

TOKEN = "hf_for_tests"


@pytest.fixture
def hub(monkeypatch, tmp_path):
    with dataset_hub.running() as made:
        monkeypatch.setattr(constants, "ENDPOINT", made.address)
        monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(tmp_path / "no-token"))
        monkeypatch.setenv("HF_TOKEN", TOKEN)
        yield made


@pytest.fixture
def push(hub, monkeypatch, capsys):
    """`challenge-sets dataset push`, to the hub here."""
    assert hub.address == constants.ENDPOINT

    def call(*arguments, answer=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
        status = cli.main(["dataset", "push", *map(str, arguments)])
        written = capsys.readouterr()
        return SimpleNamespace(status=status, out=written.out, err=written.err)

    return call


def contents(folder):
    return {name: content for name, content in files(folder).items() if not name.startswith(".")}


def test_without_a_token_nothing_is_sent_and_it_says_how_to_get_one(run, hub, push, monkeypatch):
    monkeypatch.delenv("HF_TOKEN")
    done = push(run / "full", "me/parties", "--yes")
    assert done.status == 1
    assert "there is no token" in done.err
    assert "hf auth login" in done.err
    assert "in all" in done.out
    assert hub.asked == []


@pytest.mark.parametrize("answer", ["n\n", "", "perhaps\n"])
def test_it_says_what_it_will_send_and_sends_nothing_unless_told(run, hub, push, answer):
    done = push(run / "full", "me/parties", answer=answer)
    assert done.status == 1
    assert "nothing was sent" in done.err
    assert hub.asked == []
    total = sum(map(len, contents(run / "full").values()))
    for words in (
        f"in all {len(contents(run / 'full')):,} files, {total:,} bytes",
        "licence:    cc0-1.0",
        "credit:     Written for these tests.",
        f"repository: datasets/me/parties at {hub.address}",
        "visible to: everybody",
        "source and references of the corpus",
        "README.md",
    ):
        assert words in done.out, words


def test_after_a_yes_the_hub_has_the_folder_byte_for_byte(run, hub, push, tmp_path):
    folder = shutil.copytree(run / "full", tmp_path / "set")
    (folder / ".snakemake_timestamp").touch()
    done = push(folder, "me/parties", "--private", answer="y\n")
    assert done.status == 0, done.err
    assert "visible to: you alone (private)" in done.out
    assert f"sent: {hub.address}/datasets/me/parties" in done.out
    made = hub.repositories["me/parties"]
    assert made["private"]
    assert {name: c for name, c in made["files"].items() if name != ".gitattributes"} == contents(folder)
    assert set(hub.cards) == {(folder / layout.CARD).read_text(encoding="utf-8")}
    assert hub.asked[0][:2] == ("POST", "/api/validate-yaml")
    asked = {token for _, path, token in hub.asked if path.startswith(("/api/datasets/me", "/api/repos"))}
    assert asked == {TOKEN}, hub.asked
    # A later version takes the place of the earlier one: no text stays in it that is no longer published.
    done = push(run / "ids", "me/parties", "--private", "--yes")
    assert done.status == 0, done.err
    assert "none, ids only" in done.out
    assert made["files"].keys() - {".gitattributes"} == contents(run / "ids").keys()


@pytest.mark.parametrize(
    ("path", "answer", "words"),
    [
        (
            "/api/validate-yaml",
            (400, '"license" must be one of'),
            ('the hub refuses the card: "license" must be one of',),
        ),
        (
            "/api/repos/create",
            (403, '{"error": "You may not"}'),
            ("datasets/me/parties cannot be written", "hf auth whoami"),
        ),
    ],
)
def test_what_the_hub_refuses_is_not_sent(run, hub, push, path, answer, words):
    hub.refuse[path] = answer
    done = push(run / "full", "me/parties", "--yes")
    assert done.status == 1
    assert all(word in done.err for word in words)
    assert hub.repositories == {}


@pytest.mark.parametrize(
    ("there", "words"),
    [
        ({"private": False, "files": {"thesis.parquet": b"x"}}, "is not a set of this kind: it has thesis.parquet"),
        ({"private": True, "files": {"dataset.json": b"{}"}}, "is there already, and is private"),
    ],
)
def test_what_is_there_already_is_not_overwritten(run, hub, push, there, words):
    hub.repositories["me/parties"] = there
    before = dict(there["files"])
    done = push(run / "full", "me/parties", "--yes")
    assert done.status == 1
    assert words in done.err
    assert there["files"] == before


def test_items_are_sent_too_and_not_over_a_set_of_a_run(run, hub, push, tmp_path):
    items = [Item(item="1", sentence=0, source="Sie kam an.", phenomenon="verbs", positive_regex="arriv")]
    suite = Suite(items=items, source_language="de", target_language="en", judge="rules")
    said = PublishSettings(licence="cc-by-4.0", attribution="Written for these tests.", pretty_name="Our items")
    items_dataset.write(suite, tmp_path / "items", said)
    done = push(tmp_path / "items", "me/items", "--yes")
    assert done.status == 0, done.err
    assert "set:        Our items" in done.out
    assert "texts:      source texts, references and rules of 1 items" in done.out
    made = hub.repositories["me/items"]["files"]
    assert {name: c for name, c in made.items() if name != ".gitattributes"} == contents(tmp_path / "items")
    assert push(tmp_path / "items", "me/items", "--yes").status == 0
    assert "is not a set of this kind" in push(run / "full", "me/items", "--yes").err
    assert push(run / "full", "me/parties", "--yes").status == 0
    assert "is not a set of this kind" in push(tmp_path / "items", "me/parties", "--yes").err
    path = tmp_path / "items" / items_dataset.DESCRIPTION
    path.write_text(path.read_text().replace("cc-by-4.0", "cc-by-nd-4.0"))
    checksums.write(tmp_path / "items")
    assert "forbids to pass it on in another form" in push(tmp_path / "items", "me/items", "--yes").err
    path.write_text(path.read_text().replace("cc-by-nd-4.0", "cc-by-4.0"))
    checksums.write(tmp_path / "items")
    (tmp_path / "items/data/test.parquet").write_bytes(b"other")
    assert "data/test.parquet has changed" in push(tmp_path / "items", "me/items", "--yes").err


def test_without_a_network_it_says_so(run, push, monkeypatch):
    with dataset_hub.running() as gone:
        monkeypatch.setattr(constants, "ENDPOINT", gone.address)
    done = push(run / "full", "me/parties", "--yes")
    assert done.status == 1
    assert "README.md: cannot be checked by http://127.0.0.1" in done.err


def test_the_address_of_another_hub_is_taken_from_the_environment(run, tmp_path):
    """As users of a mirror have it, in a process of its own: the library reads it when it is imported."""
    with dataset_hub.running() as hub:
        done = subprocess.run(
            [sys.executable, "-m", "extractors", "dataset", "push", str(run / "ids"), "me/parties", "--yes"],
            capture_output=True,
            text=True,
            env=os.environ | {"HF_ENDPOINT": hub.address, "HF_HOME": str(tmp_path), "HF_TOKEN": TOKEN},
            cwd=ROOT,
        )
    assert done.returncode == 0, done.stderr
    assert layout.CARD in hub.repositories["me/parties"]["files"]


def _changed(folder):
    (folder / "source.de").write_text("other\n")


def _with_a_file_more(folder):
    (folder / "notes.txt").write_text("private\n")


def _with_a_licence_that_forbids(folder):
    path = folder / layout.DESCRIPTION
    path.write_text(path.read_text().replace('"cc0-1.0"', '"cc-by-nd-4.0"'))
    checksums.write(folder)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_changed, "is not as it was published: source.de has changed"),
        (_with_a_file_more, "has a file that was not published: notes.txt"),
        (_with_a_licence_that_forbids, "cc-by-nd-4.0 of the corpus parties forbids"),
    ],
)
def test_what_may_not_go_out_is_refused_before_anything_is_sent(run, tmp_path, change, words):
    folder = small_run.publish(run, tmp_path / "set")
    change(folder)
    with pytest.raises(InputError) as error:
        upload.prepare(folder, "me/parties", private=False)
    assert words in error.value.problem


@pytest.mark.parametrize("name", ["parties", "me/par ties", "me/a/b", "/x"])
def test_names_that_the_hub_does_not_take_are_refused(run, name):
    with pytest.raises(InputError) as error:
        upload.prepare(run / "full", name, private=False)
    assert "OWNER/NAME" in error.value.remedy
