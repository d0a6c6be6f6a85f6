"""Test sets with all that belongs to them, by their names: the plug-ins of extractors.testsets, put together."""
