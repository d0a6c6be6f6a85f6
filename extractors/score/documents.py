"""Which segments of a corpus are drawn, swapped and summed up together: those of a document, or each by itself."""

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors.core.arrays import Int32
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats.covariates import codes_of
from extractors.score.statistics.estimates import FEWEST_CLUSTERS
from extractors.score.statistics.statistics_settings import StatisticsSettings

Clusters = npt.NDArray[np.int64]
"""(N,) the number of each segment's document."""


def documents_of(covariates: pa.Table | None, settings: StatisticsSettings) -> Clusters | None:
    """The document of each segment, as the settings want them; None where each segment is by itself.

    Args:
        covariates: a table COVARIATES; None where nothing is known of the segments.

    Raises:
        InputError: documents are asked for, and the corpus names none.
    """
    if settings.cluster == "segment":
        return None
    documents = None if covariates is None else codes_of(covariates, "document")
    if documents is None and settings.cluster == "document":
        raise InputError(
            "statistics.cluster is `document`, and no document is known of the segments",
            remedy="name it for each segment: `document:` of the corpus, or challenge-sets stage covariates"
            " --document; or"
            " leave statistics.cluster out",
        )
    if documents is not None and len(documents):
        _warn(int(documents.max()) + 1)
    return documents


def _warn(documents: int) -> None:
    if documents < FEWEST_CLUSTERS:
        log.warning(
            "the corpus has %d documents, and tests by document need %d: every set counts as too small; take"
            " `statistics: {cluster: segment}` if its segments do not depend on each other",
            documents,
            FEWEST_CLUSTERS,
        )


def few_documents(documents: Clusters | None, ids: Int32) -> bool:
    """Whether a set has segments of too few documents to say anything; never where each segment is by itself.

    Args:
        ids: (n,) the segments of the set.
    """
    return documents is not None and len(np.unique(documents[ids])) < FEWEST_CLUSTERS
