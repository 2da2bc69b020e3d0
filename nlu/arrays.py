"""The kinds of arrays that classifiers and encoders hand each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
"""Numbers as models hold them: half as large as Python's, and as precise as anything learnt is."""

Sparse = Any  # scipy.sparse.csr_matrix: scipy ships no types
