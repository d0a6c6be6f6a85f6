"""XML of strangers: what is read, and what is refused with its line."""

import pytest

from extractors.core.errors import InputError
from extractors.core.xmlfile import XmlFile


def elements(path):
    """What begins, ends and stands between, with its line."""
    found = []
    file = XmlFile(
        path,
        start=lambda name, attributes: found.append((file.line, name, attributes)),
        end=lambda name: found.append((file.line, f"/{name}")),
        characters=lambda text: found.append((file.line, text)),
        remedy="write it again",
    )
    file.read()
    return found


def test_elements_come_with_their_lines(tmp_path):
    (tmp_path / "a.xml").write_text('<a>\n<b c="1">x &amp; y</b>\n</a>\n')
    found = [event for event in elements(tmp_path / "a.xml") if event[1] != "\n"]
    assert found == [(1, "a", {}), (2, "b", {"c": "1"}), (2, "x & y"), (2, "/b"), (3, "/a")]


@pytest.mark.parametrize(
    ("content", "line", "problem", "remedy"),
    [
        (b"<a>\n<b></a>", 2, "not well-formed XML: mismatched tag", "write it again"),
        (b"<a>\n", 2, "not well-formed XML: no element found", "write it again"),
        (b'<?xml version="1.0" encoding="nothing"?><a/>', 1, "in an encoding that cannot be read|unknown encoding", ""),
        (b'<!DOCTYPE a [\n<!ENTITY e "x">\n]><a>&e;</a>', 2, "the entity 'e' is defined by the file", "xmllint"),
        (b'<!DOCTYPE a SYSTEM "elsewhere.dtd">\n<a>&e;</a>', 2, "the entity 'e' is defined by the file", "xmllint"),
    ],
)
def test_these_are_refused_with_their_line(tmp_path, content, line, problem, remedy):
    (tmp_path / "a.xml").write_bytes(content)
    with pytest.raises(InputError, match=problem) as refused:
        elements(tmp_path / "a.xml")
    assert (refused.value.path, refused.value.line) == (tmp_path / "a.xml", line)
    assert remedy in refused.value.remedy
