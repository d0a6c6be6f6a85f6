"""What is found of a config: errors at their places in its files, and what must wait for the run."""

from collections.abc import Iterator
from contextlib import contextmanager

from extractors.core.errors import InputError
from extractors.core.settings import Keys
from extractors.core.yamlfile import ValueOrigin, YamlFile


class ConfigFindings(ValueOrigin):
    """The origin of values, which keeps their errors and goes on.

    Attributes:
        errors: what a run would refuse, each once.
        open_points: what only the run can tell, in words, each once.
    """

    def __init__(self, files: list[YamlFile]) -> None:
        super().__init__(files)
        self.errors: list[InputError] = []
        self.open_points: list[str] = []

    @contextmanager
    def each(self) -> Iterator[None]:
        """Keep the error of the block, and go on."""
        try:
            yield
        except InputError as error:
            if str(error) not in map(str, self.errors):
                self.errors.append(error)

    def end(self) -> None:
        """Stop where errors were kept: what comes next would only repeat them in other words."""
        if self.errors:
            raise self.errors[-1]

    @contextmanager
    def opening(self, *keys: str | int) -> Iterator[None]:
        """Keep the error of the block, which opens what the value at `keys` names.

        An error in a file keeps its file and line, and names those of the value; any other gets those of the value.
        Values of a command line have none.
        """
        with self.each():
            try:
                yield
            except InputError as error:
                if not self.files:
                    raise
                if error.path is None:
                    raise self.error(error.problem, keys, error.remedy) from None
                problem = f"{error.problem} (named in {self.place(keys)})"
                raise InputError(problem, path=error.path, line=error.line, remedy=error.remedy) from None

    def leave_to_the_run(self, point: str) -> None:
        """Note what only the run can tell."""
        if point not in self.open_points:
            self.open_points.append(point)

    def keys_of(self, corpus: str, name: str) -> Keys:
        """Where a value stands that a corpus has, or else the run: `parse` is one."""
        own: Keys = ("corpora", corpus, name)
        return own if self.has(own) or not self.has((name,)) else (name,)
