"""Automatic challenge sets for machine translation.

The method is that of Choshen and Abend, "Automatically Extracting Challenge Sets for Non-local
Phenomena in Neural Machine Translation" (CoNLL 2019). This package knows nothing of Snakemake:
its functions take explicit paths and values.
"""

__version__ = "0.1.0"
