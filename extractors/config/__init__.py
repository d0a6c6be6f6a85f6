"""config/config.yaml, read, checked, as dataclasses; what a run needs (models) and leaves behind (manifest)."""
