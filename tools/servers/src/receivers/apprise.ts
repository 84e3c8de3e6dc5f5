import { freePort } from '../free-port.ts'
import { startServer } from '../caldav/start-server.ts'
import type { Test } from './inbox.ts'

/** `POST /notify` of an Apprise API server: the addresses, titles and texts are read by the library itself. */
const script = `
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import apprise


class Notify(BaseHTTPRequestHandler):
    def answer(self, status, error=None):
        body = b'' if status == 204 else json.dumps({'error': error, 'details': []}).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(405)

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get('Content-Length', 0)))
        if self.path.rstrip('/') != '/notify':
            return self.answer(404)
        try:
            asked = json.loads(raw)
        except ValueError:
            return self.answer(400, 'Invalid JSON Payload provided')
        kind = asked.get('type', apprise.NotifyType.INFO)
        if not asked.get('body') or kind not in apprise.NOTIFY_TYPES:
            return self.answer(400, 'Payload lacks minimum requirements')
        form = asked.get('format') or None
        if form is not None and form not in apprise.NOTIFY_FORMATS:
            return self.answer(400, 'An invalid body input format was specified')
        services = apprise.Apprise()
        services.add(asked.get('urls') or [])
        if len(services) == 0:
            return self.answer(204)
        title = asked.get('title', '')
        if not services.notify(asked['body'], title, kind, body_format=form):
            return self.answer(424, 'One or more notifications could not be sent')
        self.answer(200)

    def log_message(self, *args):
        pass


ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Notify).serve_forever()
`

/**
 * Starts an Apprise API server with the library of Debian's package apprise. It answers as version 1.5.2 does: 200 if all
 * services took the message, 424 if one did not, and 204 if none of the addresses is one that it understands.
 * @throws {ServerError} when it does not start
 */
export async function startApprise(t: Test): Promise<{ url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const stop = await startServer(url, ['/usr/bin/python3', '-c', script, String(port)])
  t.teardown(stop)
  return { url }
}
