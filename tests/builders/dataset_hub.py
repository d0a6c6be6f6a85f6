"""As much of the Hugging Face hub, on this machine, as fetching a data set or a model asks of it."""

import hashlib
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

COMMIT = "c" * 40
REVISIONS = ("main", "v1", COMMIT)


class Hub(ThreadingHTTPServer):
    """Answers at `address`.

    Attributes:
        asked: (method, path, token) of each request.
        repositories: name -> {"private": bool, "files": {name: bytes}}.
    """

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked, self.repositories = [], {}

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        """Nothing on standard error."""

    def _answer(self, content, status=200, headers=None):
        body = content.encode() if isinstance(content, str) else content
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = "text/plain" if isinstance(content, str) else "application/json"
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _handle(self):
        path = unquote(urlsplit(self.path).path)
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        self.server.asked.append((self.command, path, token))
        parts = path.removeprefix("/api").removeprefix("/datasets").removeprefix("/models").strip("/").split("/")
        name = "/".join(parts[:2])
        if name not in self.server.repositories:
            return self._answer({"error": "Repository not found"}, 404, {"X-Error-Code": "RepoNotFound"})
        return self._of_repository(name, parts[2:])

    do_GET = do_HEAD = do_POST = _handle

    def _of_repository(self, name, parts):
        repository = self.server.repositories[name]
        kind, revision, *below = [*parts, "", ""]
        file = "/".join(below).strip("/")
        if kind == "tree":
            is_recursive = "recursive=true" in self.path.lower()
            return self._answer(_listing(repository["files"], file, is_recursive))
        if kind == "resolve":
            if (content := repository["files"].get(file)) is None:
                return self._answer({}, 404, {"X-Error-Code": "EntryNotFound"})
            return self._answer(content, headers={"ETag": f'"{_etag(content)}"', "X-Repo-Commit": COMMIT})
        if kind == "revision" and revision not in REVISIONS:
            return self._answer({}, 404, {"X-Error-Code": "RevisionNotFound"})
        siblings = [{"rfilename": f} for f in repository["files"]]
        info = {"id": name, "private": repository["private"], "siblings": siblings, "tags": [], "sha": COMMIT}
        return self._answer(info)


def _listing(files, below, is_recursive):
    """The entries of a folder, and of those below it if that is asked for."""
    start = f"{below}/" if below else ""
    found = {}
    for name, content in files.items():
        if name.startswith(start):
            steps = name.removeprefix(start).split("/")
            for folder in (start + "/".join(steps[:depth]) for depth in range(1, len(steps))):
                found[folder] = {"type": "directory", "path": folder, "size": 0, "oid": "0" * 40}
            found[name] = {"type": "file", "path": name, "size": len(content), "oid": _etag(content)}
    return [entry for name, entry in found.items() if is_recursive or name.count("/") == start.count("/")]


def _etag(content):
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()


@contextmanager
def running():
    """A hub that answers while the block runs."""
    hub = Hub()
    thread = threading.Thread(target=hub.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield hub
    finally:
        hub.shutdown()
        hub.server_close()
        thread.join()
