"""The foundations of the package: errors, log, atomic files, registry, languages, YAML with line numbers, code
fingerprint.

Imports nothing else of the package.
"""
