"""What all of the package stands on: errors, log, atomic files, registry, YAML with line numbers, code fingerprint.

Imports nothing else of the package.
"""
