# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A gate before the real services: flotsam logs in through it, and the catalogue that it gets leads through it too.
What passes is the services' own; a hook may hold it back, refuse it or do something first."""
import http.client
import socket
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SERVICES = ('keystone', 'neutron', 'nova', 'heat', 'ironic')
HOP_HEADERS = {'transfer-encoding', 'connection', 'content-length', 'date', 'server', 'keep-alive'}


class Asked:
    """One request at the gate."""

    def __init__(self, service, method, path, headers):
        self.service, self.method, self.path, self.headers = service, method, path, headers

    def is_get(self, service, *parts):
        return self.service == service and self.method == 'GET' and all(part in self.path for part in parts)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        pass  # whoever hangs up in the middle is not our fault


class Gate:
    """A context in which the gate is open. `hook(asked)` returns None to let the request through, 'reset' to cut the
    connection, or (status, JSON text) to answer in the service's stead; `upstream` replaces ports."""

    def __init__(self, lab, hook=None, context=None, **upstream):
        self._lab, self.hook, self.seen = lab, hook or (lambda asked: None), []
        self._upstream = {name: upstream.get(name, lab.ports[name]) for name in SERVICES}
        self._servers = {name: _Server(('127.0.0.1', 0), self._handler(name)) for name in SERVICES}
        self._scheme = 'https' if context else 'http'
        for server in self._servers.values():
            if context:
                server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        self._rewrites = [(f'http://127.0.0.1:{port}'.encode(), self.url(name).encode())
                          for name in SERVICES for port in {lab.ports[name], self._upstream[name]}]

    def url(self, service, path=''):
        return f'{self._scheme}://127.0.0.1:{self._servers[service].server_address[1]}{path}'

    def __enter__(self):
        for server in self._servers.values():
            threading.Thread(target=server.serve_forever, kwargs={'poll_interval': 0.1}, daemon=True).start()
        return self

    def __exit__(self, *error):
        for server in self._servers.values():
            server.shutdown()
            server.server_close()

    def count(self, *question):
        return sum(asked.is_get(*question) for asked in self.seen)

    def _forward(self, service, method, path, body, headers):
        connection = http.client.HTTPConnection('127.0.0.1', self._upstream[service], timeout=120)
        try:
            connection.request(method, path, body, {key: value for key, value in headers.items() if key.lower() not in
                                                    ('host', 'connection', 'content-length', 'accept-encoding')})
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            connection.close()

    def _handler(gate, service):  # noqa: N805 - `self` is the inner class's
        class Handler(BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'
            timeout = 60

            def relay(self):
                length = int(self.headers.get('Content-Length') or 0)
                body = self.rfile.read(length) if length else None
                asked = Asked(service, self.command, self.path, dict(self.headers.items()))
                gate.seen.append(asked)
                decided = gate.hook(asked)
                if decided == 'reset':
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
                    self.connection.close()
                    self.close_connection = True
                    return
                if decided:
                    status, answered, data = decided[0], [('Content-Type', 'application/json')], decided[1].encode()
                else:
                    status, answered, data = gate._forward(service, self.command, self.path, body, asked.headers)
                    for real, ours in gate._rewrites:
                        data = data.replace(real, ours)
                self.send_response(status)
                for key, value in answered:
                    if key.lower() not in HOP_HEADERS:
                        self.send_header(key, value)
                self.send_header('Content-Length', str(len(data)))
                self.end_headers()
                if self.command != 'HEAD':
                    self.wfile.write(data)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = relay

            def log_message(self, *arguments):
                pass

            def handle(self):
                try:
                    super().handle()
                except (OSError, ValueError):
                    self.close_connection = True
        return Handler
