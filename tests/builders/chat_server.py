"""A small chat server of OpenAI's protocol on this machine, which can fail as servers do."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Fault = Callable[[BaseHTTPRequestHandler], None]


def status(code: int, **headers: str) -> Fault:
    """An error with that status."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        body = json.dumps({"error": {"message": f"no, {handler.headers.get('Authorization')}"}}).encode()
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def raw(body: bytes, *, length: int | None = None) -> Fault:
    """An answer with these bytes; of `length` bytes, as it says."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(body) if length is None else length))
        handler.end_headers()
        handler.wfile.write(body)
        handler.close_connection = True

    return answer


def chat(content: str | None, *, finish: str = "stop", **message: Any) -> Fault:
    """A whole answer."""
    said = {"model": "tiny-1", "choices": [{"message": {"content": content, **message}, "finish_reason": finish}]}
    return raw(json.dumps(said | {"usage": {"total_tokens": 7}}).encode())


class ChatServer:
    """What came, and what is to be answered.

    Attributes:
        url: the address up to /v1.
        requests: the bodies of the requests, in the order in which they came.
        keys: their Authorization headers.
        faults: what the next requests get, before `reply` is asked.
        reply: the answer to a question: the text of the last message.
    """

    def __init__(self, reply: Callable[[str], Fault]) -> None:
        self.reply, self.faults = reply, list[Fault]()
        self.requests, self.keys = list[dict[str, Any]](), list[str | None]()
        self.lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with server.lock:
                    server.requests.append(body)
                    server.keys.append(self.headers.get("Authorization"))
                    fault = server.faults.pop(0) if server.faults else None
                assert self.path == "/v1/chat/completions"
                (fault or server.reply(body["messages"][-1]["content"]))(self)

            def log_message(self, *_: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/v1"


@contextmanager
def serving(reply: Callable[[str], Fault] = lambda text: chat(text.upper())) -> Iterator[ChatServer]:
    """A server for the block; by default it answers in capitals."""
    server = ChatServer(reply)
    thread = threading.Thread(target=server.http.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.http.shutdown()
        server.http.server_close()
        thread.join()
