"""Find a published set: a folder here, or a data set that the library of the Hugging Face hub downloads."""

import re
from collections.abc import Sequence
from pathlib import Path

from extractors.core import install
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats.published import HITS_FOLDER
from extractors.publish import layout

HUB_NAME = re.compile(r"(?P<name>\w[\w.-]*/\w[\w.-]*)(?:@(?P<revision>[\w./-]+))?")

DESCRIBED = (layout.DESCRIPTION, layout.CHECKSUMS, f"{layout.SCORING}/*", layout.SETS_FILE)
HITS = f"{HITS_FOLDER}/*"
TO_SCORE = (*DESCRIBED, layout.SEGMENTS_FILE, layout.source("*"))
TO_READ_HITS = (*TO_SCORE, HITS)
TO_REBUILD = (*DESCRIBED, HITS, layout.REQUESTS)
"""The files of a set that each task reads, as patterns."""


def locate(place: str, files: Sequence[str]) -> Path:
    """Locate the folder of a published set, downloading it from the hub if it is not a folder here.

    Args:
        place: a folder, or OWNER/NAME or OWNER/NAME@REVISION of the hub. The hub's library keeps what it downloads in
            a cache, and without a network takes it from there.
        files: patterns of the files to fetch from the hub.
    """
    path = Path(place)
    if path.is_dir():
        return path
    hub_name = None if path.exists() else HUB_NAME.fullmatch(place)
    if hub_name is None:
        raise InputError(
            "is a file, not a published set" if path.exists() else "no such folder",
            path=place,
            remedy="name the folder that `challenge-sets dataset publish` wrote, OWNER/NAME of the Hugging Face hub, or"
            " a ready-made set (`challenge-sets dataset list`)",
        )
    install.require("hub", who=f"the set {place} of the Hugging Face hub")
    # The hub's library is slow to import, and most sets are folders.
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import (
        HfHubHTTPError,
        HFValidationError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    # The error of the HTTP library that the hub's library is built on, which has changed and may again.
    connection_error: type[Exception] = HfHubHTTPError.__mro__[1]
    name, revision = hub_name["name"], hub_name["revision"]
    log.info("there is no folder %s: asking the Hugging Face hub", place)
    try:
        return Path(snapshot_download(name, repo_type="dataset", revision=revision, allow_patterns=[*files]))
    except (RepositoryNotFoundError, HFValidationError) as error:
        raise InputError(
            f"no such folder, and the Hugging Face hub shows no data set of this name: {_first_line(error)}",
            path=place,
            remedy="check the name; for a private data set, log in with `hf auth login`",
        ) from None
    except RevisionNotFoundError:
        raise InputError(
            f"the data set {name} has no revision {revision!r}", remedy="name one of its branches, tags or commits"
        ) from None
    except (OSError, ValueError, connection_error) as error:
        # Also what the library raises of its own while it cannot reach the hub.
        raise InputError(
            f"no such folder, and the Hugging Face hub could not be asked: {_first_line(error)}",
            path=place,
            remedy=f"download it on a machine with a network: hf download {name} --repo-type dataset --local-dir SET",
        ) from error


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
