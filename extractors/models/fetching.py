"""Downloads of models and data by their library's own mechanism, with plain words where that fails."""

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.models.installed import Requirement


def fetch(requirement: Requirement) -> None:
    """Get a model or a corpus by its library's own mechanism.

    Whether there is a network, a proxy, or a switch that forbids to ask (HF_HUB_OFFLINE), is the library's to find out.
    """
    if requirement.fetch is None:
        raise InputError(f"cannot be fetched by a command: {requirement.name}", remedy=requirement.remedy)
    log.info("fetching %s", requirement.name)
    try:
        requirement.fetch()
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        # Each library has its own errors, and spaCy's command exits, having said why.
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise InputError(f"could not fetch {requirement.name}: {reason}", remedy=requirement.remedy) from error
