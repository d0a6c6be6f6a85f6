"""XML of strangers, read as a stream by expat: errors name file and line, and entities that a file defines are refused.

Nothing that a file names outside itself is fetched. Five lines of entities can grow to gigabytes.
"""

from collections.abc import Callable
from pathlib import Path
from xml.parsers import expat

from extractors.core.errors import InputError
from extractors.core.files import chunks


class XmlFile:
    """A file that is read once, and where the reading is.

    Args:
        start: called with the name and attributes of each element that begins.
        end: called with the name of each that ends.
        characters: called with text between them, in pieces.
        remedy: what to do about a file that is no well-formed XML.
    """

    def __init__(
        self,
        path: Path,
        *,
        start: Callable[[str, dict[str, str]], None],
        end: Callable[[str], None],
        characters: Callable[[str], None],
        remedy: str,
    ) -> None:
        self.path, self._remedy = path, remedy
        parser = self._parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.CharacterDataHandler = characters
        parser.EntityDeclHandler = self._entity
        # Where a DOCTYPE names a DTD outside, expat passes over entities that it does not know.
        parser.SkippedEntityHandler = lambda name, _: self._entity(name)

    @property
    def line(self) -> int:
        """The line that is read, from 1 on."""
        return self._parser.CurrentLineNumber

    def error(self, problem: str, remedy: str) -> InputError:
        """An error at this line."""
        return InputError(problem, path=self.path, line=self.line, remedy=remedy)

    def read(self) -> None:
        """Read the file, and call what was given.

        Raises:
            InputError: it is no well-formed XML, is in an encoding that Python does not know, or defines entities.
        """
        try:
            for chunk in chunks(self.path):
                self._parser.Parse(chunk, False)
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise InputError(
                f"not well-formed XML: {expat.ErrorString(error.code)} at column {error.offset + 1}",
                path=self.path,
                line=error.lineno,
                remedy=self._remedy,
            ) from error
        except (LookupError, ValueError) as error:
            # What Python says where expat asks it for an encoding.
            raise InputError(
                f"in an encoding that cannot be read: {error}",
                path=self.path,
                line=1,
                remedy="export it as UTF-8, or convert it and correct its first line",
            ) from error

    def _entity(self, name: str, *_: object) -> None:
        raise self.error(
            f"the entity {name!r} is defined by the file or unknown, which is refused",
            "write the characters themselves: xmllint --noent FILE does, for a file that you trust",
        )
