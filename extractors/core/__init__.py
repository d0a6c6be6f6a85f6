"""The foundations of the package: errors, log, atomic files, registry, names of languages, YAML with line numbers.

Imports nothing else of the package.
"""
