from typing import Any

import numpy as np
import numpy.typing as npt

Bool = npt.NDArray[np.bool_]
Ids = npt.NDArray[np.integer[Any]]
Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]
Float32 = npt.NDArray[np.float32]
Float64 = npt.NDArray[np.float64]
