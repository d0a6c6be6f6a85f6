"""For who writes phenomena: `try` and `check`."""
