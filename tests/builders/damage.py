"""Damage to files, as disks do it: their times stay; and what strangers put into them."""

import os


def flip(path, at=3, bit=2):
    """Flip a bit, and keep the times."""
    write(path, lambda data: data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])


def cut(path, size):
    """Keep the first bytes, and the times."""
    write(path, lambda data: data[:size])


def write(path, change):
    """Change the bytes of a file, and keep the times."""
    state = path.stat()
    path.write_bytes(change(path.read_bytes()))
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


class Bomb:
    """What writes a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (os.system, (f"touch {self.path}",))
