"""Fuzzing: whatever the bytes of a file are, its reader gives a result or an InputError, soon.

`make fuzz` gives every target a minute (SECONDS=60); the normal suite tries a few examples of each, always the same.

targets      each reader with small files that it takes
mutation     bytes made of these by a few edits
test_readers the readers on such bytes, and on those that once were a traceback
"""
