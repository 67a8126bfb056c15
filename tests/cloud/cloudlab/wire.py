# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The unreliable wire between one nova-compute and Neutron: wire.py PORT NEUTRON_PORT MODE_FILE.

The mode file holds one of
  drop      the connection of whoever POSTs a port is reset at once, and the POST is forwarded when the mode changes:
            Nova sees a failed build, finds no port to clean up, and the port appears afterwards
  hold      a POST of a port is forwarded at once, its answer is kept back until the mode changes; a PUT is not even
            forwarded until then: a build in flight
  twin      a POST of a port is forwarded twice, as a client does that lost the first answer
  forget    a PUT that would take the device off a port is reset and never forwarded: an unbind that fails
  pass      everything goes through (also where there is no file)
"""
import http.client
import json
import socket
import struct
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LISTEN, UPSTREAM, MODE_FILE = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
HOP_HEADERS = {'transfer-encoding', 'connection', 'content-length', 'date', 'server'}


def mode():
    try:
        with open(MODE_FILE, encoding='utf-8') as source:
            return source.read().strip()
    except FileNotFoundError:
        return 'pass'


def wait_while(what):
    while mode() == what:
        time.sleep(0.2)


def forward(method, path, body, headers):
    connection = http.client.HTTPConnection('127.0.0.1', UPSTREAM, timeout=120)
    try:
        connection.request(method, path, body, {key: value for key, value in headers.items() if key.lower() not in
                                                ('host', 'connection', 'content-length')})
        answer = connection.getresponse()
        return answer.status, answer.getheaders(), answer.read()
    finally:
        connection.close()


def unbinds(body):
    try:
        return json.loads(body)['port'].get('device_id') == ''
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def reset(self):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
        self.connection.close()
        self.close_connection = True

    def relay(self):
        length = int(self.headers.get('Content-Length') or 0)
        body = self.rfile.read(length) if length else None
        headers = dict(self.headers.items())
        now = mode()
        creates = self.command == 'POST' and self.path.startswith('/v2.0/ports')
        if now == 'drop' and creates:
            def later():
                wait_while('drop')
                forward('POST', self.path, body, headers)
            threading.Thread(target=later, daemon=True).start()
            return self.reset()
        if now == 'forget' and self.command == 'PUT' and body and unbinds(body):
            return self.reset()
        if now == 'hold' and self.command == 'PUT':
            wait_while('hold')
        if now == 'twin' and creates:
            forward(self.command, self.path, body, headers)
        status, answered, data = forward(self.command, self.path, body, headers)
        if now == 'hold' and creates:
            wait_while('hold')
        self.send_response(status)
        for key, value in answered:
            if key.lower() not in HOP_HEADERS:
                self.send_header(key, value)
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        return None

    do_GET = do_POST = do_PUT = do_DELETE = relay

    def log_message(self, *arguments):
        pass

    def handle(self):
        try:
            super().handle()
        except (OSError, ValueError):
            self.close_connection = True


ThreadingHTTPServer(('127.0.0.1', LISTEN), Handler).serve_forever()
