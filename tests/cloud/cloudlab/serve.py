# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Serves a WSGI script of a service with waitress: serve.py SCRIPT PORT. uwsgi's own socket resets connections
under load."""
import importlib.machinery
import importlib.util
import sys

import waitress


def main():
    script, port = sys.argv[1], int(sys.argv[2])
    sys.argv = [script]
    loader = importlib.machinery.SourceFileLoader('wsgi_script', script)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader('wsgi_script', loader))
    loader.exec_module(module)
    waitress.serve(module.application, host='127.0.0.1', port=port, threads=8, ident='')


main()
