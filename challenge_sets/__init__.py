"""`extractors` under the name of its command: `import challenge_sets as cs`."""

from typing import TYPE_CHECKING, Any

import extractors
from extractors import __all__

if TYPE_CHECKING:
    from extractors import *  # noqa: F403


def __getattr__(name: str) -> Any:
    return getattr(extractors, name)


def __dir__() -> list[str]:
    return __all__
