import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { publicAgent } from '@night-routine/service'
import { generate } from 'selfsigned'
import t from 'tap'
import type { Test } from 'tap'
import { calendarAddressIn, readCalendarAddress } from '../../src/address/read-address.ts'
import { calendarOf, event } from '../busy/texts.ts'

const request = {
  from: Temporal.PlainDate.from('2026-11-20'),
  to: Temporal.PlainDate.from('2026-12-31'),
  timeZone: 'Europe/Paris',
  addresses: [],
}

const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
})

/** A server of calendars on this machine, which the guards let through; nothing else of this network. */
async function calendarServer(
  t: Test,
  answer: (asked: IncomingMessage, response: ServerResponse) => void,
) {
  const asked: IncomingMessage[] = []
  const server = createServer({ cert, key }, (incoming, response) => {
    asked.push(incoming)
    answer(incoming, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  const agent = publicAgent({ ca: cert, allowIPAddressList: ['127.0.0.1'] })
  const read = (path: string, more: { etag?: string; timeoutMs?: number } = {}) =>
    readCalendarAddress(new URL(path, `https://localhost:${port}`), { ...request, agent, ...more })
  return { asked, read, port }
}

const file = calendarOf(event('DTSTART;VALUE=DATE:20261124'))

t.test('reads a calendar, and asks for it again only when it changed', async t => {
  const { asked, read } = await calendarServer(t, ({ headers }, response) => {
    if (headers['if-none-match'] === '"1"') response.writeHead(304).end()
    else response.writeHead(200, { etag: '"1"', 'content-type': 'text/calendar' }).end(file)
  })
  t.match(await read('/private-1/basic.ics?key=2'), {
    kind: 'read',
    busy: [{ kind: 'days' }],
    skipped: {},
    etag: '"1"',
  })
  t.match(asked[0], { url: '/private-1/basic.ics?key=2', method: 'GET' })
  t.same(await read('/', { etag: '"1"' }), { kind: 'unchanged' })
  t.match(await read('/', { etag: '"0"' }), { kind: 'read' })
})

t.test('follows a redirect within the rules', async t => {
  const { asked, read, port } = await calendarServer(t, ({ url }, response) => {
    const targets: Record<string, string> = {
      '/moved': '/there',
      '/webcal': `webcal://localhost:${port}/there`,
      '/loop': '/loop',
      '/plain': 'http://localhost/there',
      '/inside': 'https://10.0.0.1/there',
      '/metadata': 'https://169.254.169.254/latest',
      '/file': 'file:///etc/passwd',
    }
    const location = targets[url ?? '']
    if (location === undefined) response.writeHead(200).end(file)
    else response.writeHead(302, { location }).end()
  })
  t.match(await read('/moved'), { kind: 'read' })
  t.match(await read('/webcal'), { kind: 'read' })
  const before = asked.length
  t.same(await read('/loop'), { kind: 'failed', trouble: 'refused' })
  t.equal(asked.length - before, 6, 'five redirects')
  for (const path of ['/plain', '/file'])
    t.same(await read(path), { kind: 'failed', trouble: 'refused' }, path)
  for (const path of ['/inside', '/metadata'])
    t.same(await read(path), { kind: 'failed', trouble: 'private' }, path)
})

t.test('calls no private address', async t => {
  const { asked, port } = await calendarServer(t, (_, response) => response.end(file))
  for (const host of ['localhost', '127.0.0.1', '[::1]', '10.1.2.3', '192.168.1.1', '[fd00::1]'])
    t.same(
      await readCalendarAddress(new URL(`https://${host}:${port}/`), request),
      { kind: 'failed', trouble: 'private' },
      host,
    )
  t.same(asked, [])
})

t.test('says what is wrong with a server or its file', async t => {
  const { read } = await calendarServer(t, ({ url }, response) => {
    const [, status = ''] = /^\/(\d+)$/.exec(url ?? '') ?? []
    if (status !== '') response.writeHead(Number(status)).end(file)
    else if (url === '/page') response.end('<!doctype html><title>Sign in</title>')
    else if (url === '/cut') response.end(file.slice(0, -10))
    else if (url === '/silent') response.writeHead(200).write('BEGIN')
    else if (url === '/broken') response.destroy()
    else {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(100_000)));
      }
      response.on('drain', more)
      more()
    }
  })
  for (const [path, trouble] of [
    ['/404', 'gone'],
    ['/410', 'gone'],
    ['/401', 'refused'],
    ['/403', 'refused'],
    ['/304', 'refused'],
    ['/500', 'unreachable'],
    ['/429', 'unreachable'],
    ['/page', 'not-a-calendar'],
    ['/cut', 'not-a-calendar'],
    ['/broken', 'unreachable'],
    ['/endless', 'huge'],
  ] as const)
    t.same(await read(path), { kind: 'failed', trouble }, path)
  t.same(await read('/silent', { timeoutMs: 200 }), { kind: 'failed', trouble: 'slow' })
  const nowhere = new URL('https://nowhere.invalid/')
  t.same(await readCalendarAddress(nowhere, request), { kind: 'failed', trouble: 'unreachable' })
})

t.test('what a person may paste', async t => {
  for (const [typed, address] of [
    [' https://example.com/a.ics\n', 'https://example.com/a.ics'],
    ['webcal://example.com/a.ics', 'https://example.com/a.ics'],
    ['WEBCALS://example.com/a.ics#top', 'https://example.com/a.ics'],
    ['http://example.com/a.ics', null],
    ['ftp://example.com/a.ics', null],
    ['file:///etc/passwd', null],
    ['example.com/a.ics', null],
    ['', null],
    [`https://example.com/${'a'.repeat(2000)}`, null],
  ] as const)
    t.equal(calendarAddressIn(typed)?.href ?? null, address, typed)
})
