"""Downloads of models and data by their library's own mechanism, with plain words where that fails."""

import http.client
import ssl
import urllib.error
import urllib.request
from urllib.parse import urlsplit

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.core.waiting import within
from extractors.models.installed import Requirement

SECONDS_FOR_AN_ANSWER = 4.0


def fetch(requirement: Requirement) -> None:
    """Get a model or a corpus by its library's own mechanism."""
    remote = requirement.remote
    if remote is None:
        raise InputError(f"cannot be fetched by a command: {requirement.name}", remedy=requirement.remedy)
    host = urlsplit(remote.address).hostname
    # Libraries try again for up to a minute before they say that there is no network.
    if not answers(remote.address):
        raise InputError(f"no answer from {host}: cannot fetch {requirement.name}", remedy=requirement.remedy)
    log.info("fetching %s from %s", requirement.name, host)
    try:
        remote.fetch()
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        # Each library has its own errors, and spaCy's command exits, having said why.
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise InputError(f"could not fetch {requirement.name}: {reason}", remedy=requirement.remedy) from error


def answers(address: str) -> bool:
    """Whether something at an address answers in a few seconds, by way of a proxy if one is set."""

    def ask() -> bool:
        try:
            request = urllib.request.Request(address, method="HEAD")
            with urllib.request.build_opener().open(request, timeout=SECONDS_FOR_AN_ANSWER):
                return True
        except (urllib.error.HTTPError, http.client.HTTPException, ValueError):
            return True  # it may not like the question, but it is there; or the address is the library's affair
        except urllib.error.URLError as error:
            # Libraries bring certificates of their own, and may trust servers that Python's do not.
            return isinstance(error.reason, ssl.SSLError)
        except OSError:
            return False

    try:
        return within(SECONDS_FOR_AN_ANSWER, ask)
    except TimeoutError:
        return False
