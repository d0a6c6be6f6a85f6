"""The functions and classes for Python, which the commands call too; `extractors` itself offers them by name.

Nothing here prints or ends the program: an `InputError` says what was expected and what to do.
"""
