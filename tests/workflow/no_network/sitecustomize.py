"""With this folder on PYTHONPATH, no Python process reaches the network: what it tries is refused and noted.

Each process notes its command in the file that NO_NETWORK_PROCESSES names, and each attempt, a look-up of a name
too, in the one that NO_NETWORK_ATTEMPTS names. Sockets between processes of one machine (Unix sockets) are let
through. It is an audit hook, so that code that goes round the module `socket` does not go round this.
"""

import os
import sys

LOOK_UPS = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"}
TALK = {"socket.connect", "socket.sendto", "socket.sendmsg"}


def note(variable, line):
    with open(os.environ[variable], "a", encoding="utf-8") as file:  # noqa: PTH123 - every process starts with this
        file.write(f"{line}\n")


def refuse(event, arguments):
    # An address on the network is a tuple; that of a Unix socket is a path, of a connected socket None.
    if event in LOOK_UPS or (event in TALK and isinstance(arguments[1], tuple)):
        note("NO_NETWORK_ATTEMPTS", f"{event} {arguments} by {sys.orig_argv}")
        raise ConnectionRefusedError(f"no network in this test: {event} {arguments}")


note("NO_NETWORK_PROCESSES", sys.orig_argv)
sys.addaudithook(refuse)
