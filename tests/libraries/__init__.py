"""Caches of libraries as these leave them on a machine, made by the tests: no network is needed."""
