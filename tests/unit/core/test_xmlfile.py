"""XML of strangers: what is read, and what is refused with its line."""

import pytest

from extractors.core.errors import InputError
from extractors.core.xmlfile import XmlFile


def elements(path):
    return list(XmlFile(path, root="a", what="A", remedy="write it again").read("b"))


def test_elements_come_with_their_lines(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text('<a><c>no</c>\n<b c="1">x &amp; <d>y<e/></d> z</b>\n<b>\n<b/></b></a>\n')
    first, second = elements(path)
    assert (first.line, first.name, first.attributes) == (2, "b", {"c": "1"})
    assert (first.text(), first.text(frozenset("d"))) == ("x & y z", "x &  z")
    assert [(of.name, of.line) for of in (*first.below("d", "e"), second, *second.below("b"))] == [
        ("d", 2),
        ("e", 2),
        ("b", 3),
        ("b", 4),
    ]


@pytest.mark.parametrize(
    ("content", "line", "problem", "remedy"),
    [
        (b"<a>\n<b></a>", 2, "not well-formed XML: mismatched tag", "write it again"),
        (b"<a>\n", 2, "not well-formed XML: no element found", "write it again"),
        (
            b'<?xml version="1.0" encoding="nothing"?><a/>',
            1,
            "has an encoding that cannot be read|unknown encoding",
            "",
        ),
        (b'<?xml version="1.0" encoding="shift_jis"?><a/>', 1, "has an encoding that cannot be read", ""),
        (b'<!DOCTYPE a [\n<!ENTITY e "x">\n]><a>&e;</a>', 2, "the entity 'e' is defined by the file", "xmllint"),
        (b'<!DOCTYPE a SYSTEM "elsewhere.dtd">\n<a>&e;</a>', 2, "the entity 'e' is defined by the file", "xmllint"),
        (b'<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]><a>&e;</a>', 1, "entity 'e' is defined", "xmllint"),
        (b'<!DOCTYPE a [<!ENTITY % e SYSTEM "http://example.org/e.dtd"> %e;]><a/>', 1, "entity 'e' is defined", ""),
        (b"<c><a/></c>", 1, "is not A: it begins with <c>", "begins with <a>"),
        (b"<a>\n" + b"<b>" * 200_000, 2, "nested deeper than 100", "write it again"),
    ],
)
def test_these_are_refused_with_their_line(tmp_path, content, line, problem, remedy):
    (tmp_path / "a.xml").write_bytes(content)
    with pytest.raises(InputError, match=problem) as refused:
        elements(tmp_path / "a.xml")
    assert (refused.value.path, refused.value.line) == (tmp_path / "a.xml", line)
    assert remedy in refused.value.remedy
