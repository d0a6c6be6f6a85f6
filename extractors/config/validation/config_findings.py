"""What a review finds: errors at their places in the config, and what must wait for the run."""

from collections.abc import Iterator
from contextlib import contextmanager

from extractors.core.errors import InputError
from extractors.core.settings import Keys
from extractors.core.yamlfile import ValueOrigin


class ConfigFindings:
    """What is found of a config.

    Attributes:
        errors: what a run would refuse, each once.
        open_points: what only the run can tell, in words, each once.
    """

    def __init__(self, origin: ValueOrigin) -> None:
        self._origin = origin
        self.errors: list[InputError] = []
        self.open_points: list[str] = []

    @contextmanager
    def at(self, *keys: str) -> Iterator[None]:
        """Keep the error of the block, which is about the value of the config at `keys`.

        An error in a file keeps its file and line, and names those of the value; any other gets those of the value.
        Values of a command line have none.
        """
        try:
            yield
        except InputError as error:
            if not self._origin.files:
                placed = error
            elif error.path is None:
                placed = self._origin.error(error.problem, keys, error.remedy)
            else:
                problem = f"{error.problem} (named in {self._origin.place(keys)})"
                placed = InputError(problem, path=error.path, line=error.line, remedy=error.remedy)
            if str(placed) not in map(str, self.errors):
                self.errors.append(placed)

    def leave_to_the_run(self, point: str) -> None:
        """Note what only the run can tell."""
        if point not in self.open_points:
            self.open_points.append(point)

    def keys_of(self, corpus: str, name: str) -> Keys:
        """Where a value stands that a corpus has, or else the run: `parse` is one."""
        own: Keys = ("corpora", corpus, name)
        return own if self._origin.has(own) or not self._origin.has((name,)) else (name,)
