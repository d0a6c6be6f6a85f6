"""Tools for writing phenomena: `try` and `check`."""
