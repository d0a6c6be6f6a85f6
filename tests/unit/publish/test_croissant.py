"""croissant.json against what the specification of Croissant 1.0 requires, offline."""

import hashlib
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from extractors.publish import croissant, layout
from tests.builders import small_run

REQUIRED = {
    "dataset": {"@context", "@type", "conformsTo", "description", "license", "name", "url", "creator", "datePublished"},
    "file": {"@type", "@id", "name", "contentUrl", "encodingFormat", "sha256"},
    "records": {"@type", "@id", "name", "field"},
    "field": {"@type", "@id", "name", "dataType", "source"},
}
"""Of sections "Dataset-level information", "FileObject", "RecordSet" and "Field"."""
ARROW = {"sc:Integer": pa.types.is_integer, "sc:Text": pa.types.is_string, "sc:Float": pa.types.is_floating}


@pytest.fixture(scope="module")
def folder(run, tmp_path_factory):
    said = {"url": "https://example.org/set", "date": "2026-01-31", "citation": "@misc{x}", "corpus": "Parties"}
    return small_run.publish(run, tmp_path_factory.mktemp("croissant") / "set", **said)


@pytest.fixture(scope="module")
def content(folder):
    return json.loads((folder / layout.CROISSANT).read_text(encoding="utf-8"))


def test_what_the_specification_requires_is_there(content):
    assert content.keys() >= REQUIRED["dataset"] | {"distribution", "recordSet", "citeAs"}
    assert (content["@type"], content["conformsTo"]) == ("sc:Dataset", "http://mlcommons.org/croissant/1.0")
    assert content["description"].endswith("from German to English, extracted automatically from Parties.")
    assert content["datePublished"] == "2026-01-31"
    assert all(file.keys() >= REQUIRED["file"] and file["@type"] == "cr:FileObject" for file in content["distribution"])
    for records in content["recordSet"]:
        assert records.keys() >= REQUIRED["records"]
        assert all(field.keys() >= REQUIRED["field"] for field in records["field"])


def test_without_an_address_and_a_date_only_these_lack(run):
    content = json.loads((run / "full" / layout.CROISSANT).read_text(encoding="utf-8"))
    assert REQUIRED["dataset"] - content.keys() == {"url", "datePublished"}


def test_ids_are_unique_and_references_lead_to_them(content):
    files = [file["@id"] for file in content["distribution"]]
    records = [one["@id"] for one in content["recordSet"]]
    fields = [field["@id"] for one in content["recordSet"] for field in one["field"]]
    everything = [*files, *records, *fields]
    assert len(set(everything)) == len(everything)
    for one in content["recordSet"]:
        assert all(field["@id"] == f"{one['@id']}/{field['name']}" for field in one["field"])
        assert all(field["source"]["fileObject"]["@id"] in files for field in one["field"])


def test_every_word_is_defined_in_the_context(content):
    known = {*content["@context"], "@id", "@type", "@context"}
    of_schema_org = {"name", "description", "license", "url", "creator", "datePublished", "inLanguage", "distribution"}
    of_schema_org |= {"contentUrl", "contentSize", "encodingFormat", "sha256"}

    def words(value):
        if isinstance(value, dict):
            for key, inner in value.items():
                yield key
                yield from () if key == "@context" else words(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from words(inner)

    assert set(words(content)) <= known | of_schema_org
    assert content["@context"]["@vocab"] == "https://schema.org/"


def test_files_and_columns_are_those_of_the_folder(content, folder):
    for file in content["distribution"]:
        data = (folder / file["contentUrl"]).read_bytes()
        assert (file["sha256"], file["contentSize"]) == (hashlib.sha256(data).hexdigest(), f"{len(data)} B")
    named = {file["contentUrl"] for file in content["distribution"]}
    assert named == {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in croissant.ENCODINGS
    }
    for one in content["recordSet"]:
        (file,) = {field["source"]["fileObject"]["@id"] for field in one["field"]}
        schema = pq.read_schema(folder / file)
        assert [field["source"]["extract"]["column"] for field in one["field"]] == schema.names
        for field, column in zip(one["field"], schema, strict=True):
            assert pa.types.is_list(column.type) == field.get("repeated", False)
            kind = column.type.value_type if pa.types.is_list(column.type) else column.type
            assert ARROW[field["dataType"]](kind)


def test_ids_alone_have_no_segments_and_no_words(run):
    content = json.loads((run / "ids" / layout.CROISSANT).read_text(encoding="utf-8"))
    assert [one["@id"] for one in content["recordSet"]] == ["sets", "particle_verb", "reordering"]
    assert "source" not in {field["name"] for one in content["recordSet"] for field in one["field"]}
