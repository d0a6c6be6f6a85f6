import gzip

import pytest

from extractors.core import files
from extractors.core.errors import InputError
from extractors.inputs.places import parse
from extractors.inputs.reading import read_segments

UNIT = '<tu><tuv xml:lang="de"><seg>{}</seg></tuv><tuv xml:lang="en"><seg>x</seg></tuv></tu>\n'


def memory(folder, body, *, before="", encoding="utf-8"):
    path = folder / "m.tmx"
    header = f'<?xml version="1.0" encoding="{encoding}"?>\n'
    path.write_bytes(f'{header}{before}<tmx version="1.4"><body>\n{body}</body></tmx>\n'.encode(encoding))
    return path


def read(path, language="de"):
    return read_segments(parse(f"{path}#{language}"))


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("Das ist <hi type='b'>sehr</hi> gut.", "Das ist sehr gut."),
        ("<bpt i='1'>&lt;b&gt;</bpt>Fett<ept i='1'>&lt;/b&gt;</ept>.", "Fett."),
        ("Ein<ph x='1'>&lt;br/&gt;</ph> Bruch<it pos='begin'>[</it>, <ut>{0}</ut>Rest", "Ein Bruch, Rest"),
        ("Hier<ph>fn <sub>eine <hi>Fußnote</hi></sub> end</ph>.", "Hier."),
        ("<hi>A <bpt i='1'>x</bpt>B<ept i='1'>y</ept></hi> C", "A B C"),
        ("a &amp; b &lt; c &#x2028;&#228; <![CDATA[<d>]]>", "a & b < c \u2028ä <d>"),
        ("", ""),
        ("Eine\n    Zeile,\tein Tab, zwei  Leerzeichen\n", "Eine Zeile, ein Tab, zwei  Leerzeichen"),
    ],
)
def test_codes_are_left_out_and_text_is_kept(tmp_path, inside, text):
    assert read(memory(tmp_path, UNIT.format(inside))) == [(3, text)]


def test_text_that_stands_in_codes_is_said_to_be_left_out(tmp_path, caplog):
    read(memory(tmp_path, UNIT.format("Hier<ph>fn <sub>eine Fußnote</sub></ph>.")))
    assert "1 texts inside codes" in caplog.text


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1", "utf-8"])
def test_the_encoding_is_that_of_the_declaration(tmp_path, encoding):
    path = memory(tmp_path, UNIT.format("Größe"), encoding=encoding)
    assert read(path)[0][1] == "Größe"
    packed = tmp_path / "packed.tmx.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert read(packed) == read(path)


@pytest.mark.parametrize(
    ("languages", "wanted", "text"),
    [
        ("de-DE", "de", "de-DE"),
        ("DE_de", "de-DE", "DE_de"),
        ("de de-AT", "de", "de"),
        ("de-DE de-AT", "de-AT", "de-AT"),
    ],
)
def test_a_language_is_found_with_its_region_or_without(tmp_path, languages, wanted, text):
    variants = "".join(f'<tuv xml:lang="{name}"><seg>{name}</seg></tuv>' for name in languages.split())
    assert read(memory(tmp_path, f"<tu>{variants}</tu>"), wanted) == [(3, text)]


def test_units_may_have_a_language_with_its_region_and_without(tmp_path):
    names = ("de", "de-DE", "de-AT")
    units = "".join(f'<tu><tuv xml:lang="{name}"><seg>{name}</seg></tuv></tu>' for name in names)
    assert [text for _, text in read(memory(tmp_path, units), "de")] == list(names)
    with pytest.raises(InputError, match="unit 1 has no de-DE, nor does 1 other") as caught:
        read(tmp_path / "m.tmx", "de-DE")
    assert "m.tmx#de takes de-DE and de" in caught.value.remedy


@pytest.mark.parametrize(
    ("lacking", "problem"),
    [
        (1, "unit 2 has no de"),
        (2, "unit 2 has no de, nor does 1 other"),
        (3, "unit 2 has no de, and neither do 2 others"),
    ],
)
def test_units_without_the_language_are_counted(tmp_path, lacking, problem):
    units = UNIT.format("a") + "<tu><tuv xml:lang='en'><seg>x</seg></tuv></tu>\n" * lacking
    with pytest.raises(InputError) as caught:
        read(memory(tmp_path, units))
    assert caught.value.problem == problem
    assert " takes " not in caught.value.remedy


def test_the_attribute_of_old_versions_names_a_language_too(tmp_path):
    assert read(memory(tmp_path, '<tu><tuv lang="de"><seg>alt</seg></tuv></tu>')) == [(3, "alt")]


@pytest.mark.parametrize(
    ("body", "language", "line", "words"),
    [
        (UNIT.format("a") + "<tu><tuv xml:lang='en'><seg>x</seg></tuv></tu>", "de", 4, "unit 2 has no de"),
        ("<tu><tuv xml:lang='en'><seg>x</seg></tuv></tu>\n" + UNIT.format("a"), "de", 3, "unit 1 has no de"),
        (
            "<tu><tuv xml:lang='de-DE'><seg>x</seg></tuv><tuv xml:lang='de-AT'><seg>x</seg></tuv></tu>",
            "de",
            3,
            "any",
        ),
        ("<tu><tuv xml:lang='de'><seg>x</seg></tuv>\n<tuv xml:lang='de'><seg>y</seg></tuv></tu>", "de", 4, "twice"),
        ("<tu><tuv><seg>x</seg></tuv></tu>", "de", 3, "without its language"),
        (UNIT.format("a"), "fr", 1, "no column 'fr'"),
        (UNIT.format("a"), "d", 1, "no column 'd'"),
        (UNIT.format("a"), "", 1, "no column ''"),
        (UNIT.format("a & b"), "de", 3, "not well-formed XML"),
        (UNIT.format("&nbsp;"), "de", 3, "undefined entity"),
        ("", "de", 1, "no column 'de'"),
        ("<tu><tuv xml:lang='de'><seg>a</seg>\n<seg>b</seg></tuv></tu>", "de", 4, "with two <seg>"),
        ("<tu><tuv xml:lang='de'><seg>a<seg>b</seg>c</seg></tuv></tu>", "de", 3, "with two <seg>"),
        (UNIT.format("a") + "<tu><tuv xml:lang='de'/></tu>", "de", 4, "without <seg>"),
    ],
)
def test_what_would_lose_or_shift_segments_is_refused_with_its_line(tmp_path, body, language, line, words):
    with pytest.raises(InputError, match=words) as caught:
        read(memory(tmp_path, body), language)
    assert caught.value.line == line
    assert caught.value.remedy


def test_the_dtd_that_a_file_names_is_not_asked_for(tmp_path):
    path = memory(tmp_path, UNIT.format("a"), before='<!DOCTYPE tmx SYSTEM "http://example.invalid/tmx14.dtd">')
    assert read(path) == [(3, "a")]


def test_what_is_no_tmx_is_refused(tmp_path):
    (tmp_path / "m.tmx").write_text("<html><body/></html>")
    with pytest.raises(InputError, match="is not TMX: it begins with <html>"):
        read(tmp_path / "m.tmx")
    (tmp_path / "m.tmx").write_bytes(gzip.compress(b"<tmx><body></body></tmx>" * 9)[:-12])
    with pytest.raises(InputError, match=r"broken gzip|not well-formed"):
        read(tmp_path / "m.tmx")


def test_a_memory_of_many_units_is_read_as_a_stream(tmp_path):
    body = "".join(UNIT.format(f"Satz <hi>{number}</hi>") for number in range(20_000))
    path = memory(tmp_path, body)
    assert path.stat().st_size > files.BYTES_AT_ONCE
    found = read(path)
    assert found[0] == (3, "Satz 0")
    assert found[-1] == (20_002, "Satz 19999")


def test_a_memory_that_is_a_gzip_bomb_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "LARGEST", 100_000)
    (tmp_path / "m.tmx").write_bytes(gzip.compress(b"<tmx><body>" + b" " * 30_000_000))
    with pytest.raises(InputError, match="when unpacked"):
        read_segments(parse(f"{tmp_path}/m.tmx#de"))
