"""A gateway whose answers are written down."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ScriptedGateway:
    """Gives the answers of a list in turn: ``drop``, ``stall``, or a status with a body; and the last one again when none is left."""

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.seen: list[tuple[str, str, dict[str, str], bytes]] = []
        self._ended = threading.Event()
        gateway = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one_request(self) -> None:
                try:
                    super().handle_one_request()
                except ConnectionError:
                    self.close_connection = True

            def _answer(self) -> None:
                content = self.rfile.read(int(self.headers.get("content-length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                gateway.seen.append((self.command, self.path, headers, content))
                answer = gateway.answers.pop(0) if gateway.answers else {"status": 201, "body": {"id": "pi_1"}}
                if answer == "stall":
                    gateway._ended.wait(20)
                if answer in ("drop", "stall"):
                    self.close_connection = True
                    return
                gateway._write(self, answer)

            do_GET = do_POST = do_PATCH = do_DELETE = _answer

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @staticmethod
    def _write(handler: BaseHTTPRequestHandler, answer: dict[str, Any]) -> None:
        body, status = answer.get("body"), answer.get("status")
        if "problem" in answer:
            body = {"type": "t", "title": "t", "detail": "why", "requestId": "req_1", **answer["problem"]}
            status = body["status"]
        content = answer["text"].encode() if "text" in answer else json.dumps(body).encode()
        headers = {"content-type": "application/json", "x-request-id": "req_1", **answer.get("headers", {})}
        handler.send_response(status or 200)
        for name, value in headers.items():
            handler.send_header(name, value)
        if status != 204:
            handler.send_header("content-length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    def close(self) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()
