import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.extract.control_settings import ControlSettings
from extractors.formats.covariates import COVARIATES, values_of
from extractors.scoring.control_pool import ControlPool
from tests.builders.contrasts import controls_of
from tests.builders.rows import table_of_columns
from tests.builders.sets import sets_of
from tests.builders.whole import drawn_controls

CHOSEN = ControlSettings(samples=2, tolerance=0, match=("length", "document"))


def covariates(document="aaabbb"):
    return table_of_columns(COVARIATES, {"segment_id": range(6), "length": [4, 4, 4, 4, 4, 5], "document": document})


def test_controls_are_those_of_the_settings_that_samples_were_drawn_by():
    table = covariates()
    sets = sets_of((0, "a", 0))
    drawn = drawn_controls(sets, values_of(table), CHOSEN)
    pool = ControlPool.of_controls(table, drawn, 6)
    assert pool.settings == CHOSEN
    ids = np.array([0], dtype=np.int32)
    assert controls_of(pool.match(ids), 0).tolist() == [1, 2]


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="covariates of 6 segments, but statistics of 7"):
        ControlPool.of(covariates(), CHOSEN, 7)
    with pytest.raises(InputError, match="matched on the document, which is not known"):
        ControlPool.of(covariates(document=[None] * 6), CHOSEN, 6)
    with pytest.raises(InputError, match="matched on the domain, which is not known"):
        ControlPool.of(covariates(), ControlSettings(match=("domain",)), 6)
