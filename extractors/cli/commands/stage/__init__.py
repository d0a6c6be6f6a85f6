"""Each stage on plain files."""
