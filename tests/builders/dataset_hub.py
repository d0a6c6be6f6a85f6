"""As much of the Hugging Face hub, on this machine, as sending a data set asks of it."""

import base64
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


class Hub(ThreadingHTTPServer):
    """Answers at `address`.

    Attributes:
        asked: (method, path, token) of each request.
        repositories: name -> {"private": bool, "files": {name: bytes}}.
        refuse: path -> (status, text) to answer with instead.
    """

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked, self.repositories, self.refuse = [], {}, {}
        self.cards = []

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        """Nothing on standard error."""

    def _answer(self, content, status=200):
        body = content.encode() if isinstance(content, str) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain" if isinstance(content, str) else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _handle(self):
        path = urlsplit(self.path).path
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        self.server.asked.append((self.command, path, token))
        if path in self.server.refuse:
            status, text = self.server.refuse[path]
            return self._answer(text, status)
        if path == "/api/validate-yaml":
            self.server.cards.append(json.loads(body)["content"])
            return self._answer({"errors": [], "warnings": []})
        if path == "/api/repos/create":
            return self._create(json.loads(body))
        name = "/".join(path.split("/")[3:5])
        if not path.startswith("/api/datasets/") or name not in self.server.repositories:
            return self._answer({"error": "Repository not found"}, 404)
        return self._of_repository(name, "/".join(path.split("/")[5:]), body)

    do_GET = do_POST = _handle

    def _create(self, wanted):
        name = f"{wanted.get('organization') or 'me'}/{wanted['name']}"
        status = 409 if name in self.server.repositories else 200
        private = wanted.get("private") or wanted.get("visibility") == "private"
        self.server.repositories.setdefault(name, {"private": bool(private), "files": {".gitattributes": b""}})
        return self._answer({"url": f"{self.server.address}/datasets/{name}", "error": "exists"}, status)

    def _of_repository(self, name, rest, body):
        repository = self.server.repositories[name]
        if rest.startswith("tree/"):
            files = [{"type": "file", "path": f, "size": 0, "oid": "0"} for f in repository["files"]]
            return self._answer(files)
        if rest.startswith("preupload/"):
            files = json.loads(body)["files"]
            return self._answer(
                {"files": [{"path": f["path"], "uploadMode": "regular", "shouldIgnore": False} for f in files]}
            )
        if rest.startswith("commit/"):
            for line in map(json.loads, body.splitlines()):
                value = line["value"]
                if line["key"] == "file":
                    repository["files"][value["path"]] = base64.b64decode(value["content"])
                elif line["key"] == "deletedFile":
                    del repository["files"][value["path"]]
            address = f"{self.server.address}/datasets/{name}/commit/{'0' * 40}"
            return self._answer({"success": True, "commitUrl": address, "commitOid": "0" * 40})
        siblings = [{"rfilename": f} for f in repository["files"]]
        info = {"id": name, "private": repository["private"], "siblings": siblings, "tags": [], "sha": "0" * 40}
        return self._answer(info)


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
