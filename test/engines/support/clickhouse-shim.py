"""The part of ClickHouse's HTTP interface that the driver uses, in front of the embedded engine.

python clickhouse-shim.py FOLDER: keeps its data in FOLDER, writes "ready URL" and serves until it is terminated.

What is the shim's and not ClickHouse's: statements run one after the other; KILL QUERY ends the process of the engine,
which starts again on the same data; with readonly=2 all but queries are refused by their first word.
"""

import multiprocessing
import os
import re
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

# Parameters of a request that are no settings.
NO_SETTINGS = {"query", "query_id", "database", "default_format", "wait_end_of_query", "session_id", "readonly"}


def engine(folder, pipe):
    """Runs statements until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for unneeded in ("pandas", "pyarrow", "numpy"):
        sys.modules[unneeded] = None
    from chdb.session import Session

    def fresh():
        return Session(folder), {}

    session, known = fresh()
    while True:
        try:
            sql, database, settings, params = pipe.recv()
        except EOFError:
            return
        try:
            for name, value in settings.items():
                if known.get(name) != value:
                    session.query("SET %s = %s" % (name, quoted(value)))
            for name in known.keys() - settings.keys():
                session.query("SET %s = DEFAULT" % name)
            known = settings
            session.query("USE `%s`" % database)
            pipe.send((True, session.query(sql, "TabSeparated", params=params).bytes()))
        except Exception as error:
            # What a failed statement has given so far stands before the answer of the next one of its session.
            session.close()
            session, known = fresh()
            pipe.send((False, str(error).encode()))


def parts(body, boundary):
    """The fields of a form of several parts."""
    fields = re.split("(?:^|\r\n)--" + re.escape(boundary) + "(?:--)?\r\n", body)
    pairs = (field.split("\r\n\r\n", 1) for field in fields if "\r\n\r\n" in field)
    return {re.search('name="([^"]*)"', head)[1]: value for head, value in pairs}


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


class Engine:
    """The process of the engine."""

    def __init__(self, folder):
        self.folder = folder
        self.turn = threading.Lock()
        # Held while a statement begins or ends, so that a statement is killed only while it runs.
        self.state = threading.Lock()
        self.running = None
        self.waiting = set()
        self.killed = set()
        self.start()

    def start(self):
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=engine, args=(self.folder, other), daemon=True)
        self.process.start()
        other.close()

    def run(self, query_id, *statement):
        with self.state:
            self.waiting.add(query_id)
        with self.turn:
            with self.state:
                self.waiting.discard(query_id)
                self.running = query_id
            try:
                for _ in range(2):
                    if query_id in self.killed:
                        break
                    try:
                        self.pipe.send(statement)
                        return self.pipe.recv()
                    except (EOFError, OSError):
                        # The statement before may have been killed when its result was on its way; then this one has not begun.
                        self.process.join()
                        self.start()
                return False, b"Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)"
            finally:
                with self.state:
                    self.running = None

    def kill(self, query_id):
        with self.state:
            if query_id in self.waiting or query_id == self.running:
                self.killed.add(query_id)
            if query_id == self.running:
                os.kill(self.process.pid, signal.SIGKILL)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(200, b"Ok.\n")

    def do_POST(self):
        size = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(size).decode() if size else self.chunks().decode()
        asked = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        boundary = re.search(r"boundary=(.+)", self.headers.get("content-type") or "")
        if boundary:
            asked.update(parts(body, boundary[1]))
            body = ""
        sql = asked.get("query", "") + body
        killed = re.match(r"\s*KILL QUERY WHERE query_id = '([\w-]+)'", sql)
        if killed:
            self.server.engine.kill(killed[1])
            return self.answer(200, b"")
        if asked.get("readonly") == "2" and not re.match(r"\s*(\(|SELECT|WITH|DESCRIBE|SHOW|EXISTS)\b", sql, re.I):
            return self.fail(b"Code: 164. DB::Exception: Cannot execute query in readonly mode. (READONLY)")
        params = {name[6:]: value for name, value in asked.items() if name.startswith("param_")}
        settings = {
            name: value
            for name, value in asked.items()
            if name not in NO_SETTINGS and not name.startswith("param_")
        }
        given = (sql, asked.get("database", "default"), settings, params)
        is_well, content = self.server.engine.run(asked.get("query_id", ""), *given)
        if is_well:
            self.answer(200, content)
        else:
            self.fail(content)

    def chunks(self):
        content = b""
        while self.headers.get("transfer-encoding") == "chunked":
            size = int(self.rfile.readline().split(b";")[0], 16)
            content += self.rfile.read(size)
            self.rfile.readline()
            if size == 0:
                break
        return content

    def fail(self, message):
        code = re.match(rb"Code: (\d+)", message)
        number = int(code[1]) if code else 0
        status = 403 if number == 516 else 404 if number in (60, 81) else 400 if number in (47, 62, 164) else 500
        self.answer(status, message, number)

    def answer(self, status, content, code=None):
        self.send_response(status)
        self.send_header("content-type", "application/json; charset=UTF-8")
        self.send_header("content-length", str(len(content)))
        if code is not None:
            self.send_header("x-clickhouse-exception-code", str(code))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass

    def handle(self):
        try:
            super().handle()
        except ConnectionError:
            pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


def main():
    server = Server(("127.0.0.1", 0), Handler)
    server.engine = Engine(sys.argv[1])
    signal.signal(signal.SIGTERM, lambda *_: os._exit(server.engine.process.kill() or 0))
    is_well, content = server.engine.run("", "SELECT 1", "default", {}, {})
    if not is_well:
        sys.exit(content.decode())
    print("ready http://127.0.0.1:%d" % server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
