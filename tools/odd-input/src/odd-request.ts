import * as fc from 'fast-check'

/** A request as it should be. */
export interface PlainRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

const crlf = '\r\n'

/** The bytes of an HTTP/1.1 request with one defect, or an unusual form that HTTP allows. */
export function oddRequest(valid: PlainRequest): fc.Arbitrary<Buffer> {
  const headers = {
    Host: 'localhost',
    ...valid.headers,
    'Content-Length': String(Buffer.byteLength(valid.body)),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const start = (method = valid.method, path = valid.path, version = 'HTTP/1.1') =>
    `${method} ${path} ${version}`
  const bytes = (first: string, list: readonly string[], body = valid.body) =>
    Buffer.from([first, ...list, '', body].join(crlf), 'latin1')
  const without = (name: string) =>
    lines.filter(line => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return fc.oneof(
    fc
      .constantFrom(
        start('GE T'),
        start(valid.method.toLowerCase()),
        start('BREW'),
        start(valid.method, valid.path, 'HTTP/1.0'),
        start(valid.method, valid.path, 'HTTP/2.0'),
        start(valid.method, valid.path, 'HTTP'),
        start(valid.method, `${valid.path}%`),
        start(valid.method, `${valid.path}%00`),
        start(valid.method, `${valid.path}%ff%fe`),
        start(valid.method, `${valid.path}/../..//`),
        start(valid.method, `http://other.example${valid.path}`),
        start(valid.method, '*'),
        start(valid.method, `${valid.path}?${'a.'.repeat(7_000)}`),
        start(valid.method, `/${'a.'.repeat(7_000)}`),
        start(valid.method, `${valid.path}?${'a=1&'.repeat(3_000)}`),
      )
      .map(first => bytes(first, lines)),
    fc
      .constantFrom(
        'Connection: close',
        'Connection: keep-alive, Origin',
        'Connection: upgrade',
        'Upgrade: websocket',
        'Expect: 100-continue',
        'Expect: something',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: gzip',
        'Content-Length: 5',
        'Content-Type: nonsense',
        'Content-Type: application/json; charset=utf-16',
        'Content-Type: ;;;',
        'Content-Encoding: gzip',
        'Accept: ',
        `Accept: ${'text/html,'.repeat(1_000)}`,
        'Accept-Language: \u00e9\u00e9;q=x',
        'Cookie: session',
        'Cookie: session=; session=%; session=%ff',
        `Cookie: session=${'a'.repeat(7_000)}`,
        'Host: ',
        'Host: other.example',
        'Origin: null',
        'X-Forwarded-For: 1.2.3.4, nonsense, ::1',
        'X-Forwarded-Proto: gopher',
        'Range: bytes=9-1',
        'If-None-Match: "',
        'If-Modified-Since: never',
        'Bad Header: x',
        'NoColon',
        ' folded',
        'X: \u0000',
        `X: ${'x'.repeat(20_000)}`,
      )
      .map(line => bytes(start(), [...lines, line])),
    fc.constantFrom(...Object.keys(headers)).map(name => bytes(start(), without(name))),
    fc
      .constantFrom('0', '1', '-1', '99999999', '1e3', '')
      .map(length => bytes(start(), [...without('Content-Length'), `Content-Length: ${length}`])),
    fc.nat({ max: 200 }).map(length => bytes(start(), lines).subarray(0, length)),
    fc.uint8Array({ minLength: 1, maxLength: 200 }).map(noise => Buffer.from(noise)),
  )
}
