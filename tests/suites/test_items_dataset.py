"""A data set of items: loaded as its users load it, and read again as a suite."""

import gzip
import json
import shutil

import pytest
from huggingface_hub import DatasetCard

from challenge_sets_suites import items_dataset
from challenge_sets_suites.formats.items import PUBLISHED, Items
from challenge_sets_suites.tables.items import ITEMS, Item, Suite
from extractors.config.output_settings import PublishSettings
from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.formats import checksums

SAID = {"licence": "cc-by-sa-4.0", "attribution": "Made by us"}
ITEM_LIST = [
    Item(
        item="a",
        sentence=0,
        source="Er  kam\nan.",
        category="verbs",
        phenomenon="particle|verb",
        positive_regex="arriv",
    ),
    Item(
        item="b", sentence=2, source="Sie ging.", category="verbs", phenomenon="tense", positive_tokens=("She went.",)
    ),
    Item(item="c", sentence=0, source="Er  kam\nan.", category="nouns", phenomenon="<b>case</b>", distance=3),
]


def suite_of(items=ITEM_LIST, **fields):
    given = {"source_language": "de", "target_language": "en", "judge": "rules", **fields}
    return Suite(items=items, **given)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("items") / "own-suite"
    items_dataset.write(suite_of(), place, PublishSettings(**SAID, citation="@misc{own}"))
    return place


def test_it_loads_with_the_library_of_its_users(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()
    loaded = datasets.load_dataset(str(folder), split="test", cache_dir=str(tmp_path / "built"))
    assert loaded.column_names == [column.name for column in ITEMS.columns]
    assert loaded["item"][:] == ["a", "b", "c"]
    assert loaded[1]["positive_tokens"] == ["She went."]
    assert loaded[0]["reference"] is None


def test_it_is_read_again_as_the_same_suite(folder):
    assert Items().read(folder) == suite_of()


def test_one_that_was_changed_is_not_read(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / "copy")
    (copy / PUBLISHED).write_bytes((copy / PUBLISHED).read_bytes() + b" ")
    with pytest.raises(InputError, match=r"has changed since it was published: data/test\.parquet has changed"):
        Items().read(copy)
    (copy / PUBLISHED).rename(tmp_path / "outside.parquet")
    (copy / PUBLISHED).symlink_to(tmp_path / "outside.parquet")
    with pytest.raises(InputError, match="leads out of the folder"):
        Items().read(copy)


def test_json_lines_have_what_an_item_has(folder):
    lines = gzip.decompress((folder / "jsonl/items.jsonl.gz").read_bytes()).decode().splitlines()
    assert json.loads(lines[2]) == {
        "item": "c",
        "sentence": 0,
        "source": "Er  kam\nan.",
        "phenomenon": "<b>case</b>",
        "category": "nouns",
        "distance": 3,
    }


def test_what_to_translate_stands_in_the_line_of_its_number(folder):
    assert (folder / "source.de").read_text(encoding="utf-8") == "Er kam an.\n\nSie ging.\n"


def test_the_card_tells_languages_licence_counts_and_how_to_judge(folder):
    card = DatasetCard(read_text(folder / "README.md"))
    data = card.data.to_dict()
    assert (data["language"], data["license"], data["size_categories"]) == (["de", "en"], "cc-by-sa-4.0", ["n<1K"])
    assert data["configs"][0]["data_files"] == [{"split": "test", "path": "data/test.parquet"}]
    for line in (
        "# own-suite",
        "Made by us",
        "| verbs | 2 |",
        "| verbs | particle\\|verb | 1 |",
        "| nouns | &lt;b>case&lt;/b> | 1 |",
        "challenge-sets suite judge FOLDER --format items --systems outputs -o judgments.parquet",
        "@misc{own}",
    ):
        assert line in card.text
    assert "`distance`" in card.text
    assert "`frequency`" not in card.text


def test_contrastive_pairs_are_scored_and_not_translated(tmp_path):
    items = [Item(item="1", sentence=0, source="S", phenomenon="x", reference="A", contrastive="B")]
    items_dataset.write(suite_of(items, judge="contrastive"), tmp_path / "pairs", PublishSettings(**SAID))
    assert not (tmp_path / "pairs/source.de").exists()
    assert "--systems scores" in read_text(tmp_path / "pairs/README.md")


def test_the_same_suite_gives_the_same_bytes_and_replaces_what_was_there(folder, tmp_path):
    place = tmp_path / "own-suite"
    for _ in range(2):
        items_dataset.write(suite_of(), place, PublishSettings(**SAID, citation="@misc{own}"))
    known = checksums.read(place)
    assert set(known) == {"README.md", "data/test.parquet", "jsonl/items.jsonl.gz", "source.de"}
    assert known == checksums.read(folder)
    assert checksums.changed(folder) == []
    (place / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match=r"notes\.txt does not belong to it"):
        items_dataset.write(suite_of(), place, PublishSettings(**SAID))


def test_nothing_is_published_without_a_licence(tmp_path):
    with pytest.raises(InputError, match="give --licence"):
        items_dataset.write(suite_of(), tmp_path / "set", PublishSettings.of({**SAID, "licence": None}))
    assert not (tmp_path / "set").exists()


def test_a_suite_without_items_is_refused(tmp_path):
    with pytest.raises(InputError, match="without items"):
        items_dataset.write(suite_of([]), tmp_path / "set", PublishSettings(**SAID))
