"""A server that answers as the Hugging Face hub does, as far as fetching a data set or a model asks."""

import hashlib
import http.server
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

COMMIT = "fedcba9876543210fedcba9876543210fedcba98"


@contextmanager
def serving(repositories: Mapping[str, Path]) -> Iterator[str]:
    """The address of a hub with these folders: `datasets/OWNER/NAME` or, of a model, `models/OWNER/NAME`."""

    class Handler(_Handler):
        folders = repositories

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class _Handler(http.server.BaseHTTPRequestHandler):
    folders: Mapping[str, Path]
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path).strip("/").removeprefix("api/")
        if not path.startswith(("datasets/", "models/")):
            path = f"models/{path}"
        name, rest = "/".join(path.split("/")[:3]), path.split("/")[3:]
        folder = self.folders.get(name)
        if folder is None:
            self._missing("RepoNotFound")
        elif rest[:1] == ["resolve"]:
            file = folder.joinpath(*rest[2:])
            if file.is_file():
                self._send(file.read_bytes())
            else:
                self._missing("EntryNotFound")
        elif rest[:1] == ["tree"]:
            below = folder.joinpath(*rest[2:])
            listing = below.rglob("*") if "recursive=true" in self.path.lower() else below.glob("*")
            self._send([self._entry(folder, path) for path in sorted(listing)])
        else:
            files = [{"rfilename": str(f.relative_to(folder))} for f in sorted(folder.rglob("*")) if f.is_file()]
            self._send({"id": name.partition("/")[2], "sha": COMMIT, "siblings": files, "private": False, "tags": []})

    def _entry(self, folder: Path, path: Path) -> dict[str, Any]:
        found = {"path": str(path.relative_to(folder)), "type": "directory", "oid": "0" * 40, "size": 0}
        if path.is_file():
            found |= {"type": "file", "size": path.stat().st_size, "oid": hashlib.sha1(path.read_bytes()).hexdigest()}
        return found

    def _send(self, content: object, *, status: int = 200, **headers: str) -> None:
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        etag = f'"{hashlib.sha1(data).hexdigest()}"'
        for key, value in {"Content-Length": str(len(data)), "ETag": etag, "X-Repo-Commit": COMMIT, **headers}.items():
            self.send_header(key, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _missing(self, code: str) -> None:
        self._send({"error": code}, status=404, **{"X-Error-Code": code})

    def log_message(self, *_: object) -> None:
        pass
