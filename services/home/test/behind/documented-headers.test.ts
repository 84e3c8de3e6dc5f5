import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { once } from 'node:events'
import t, { type Test } from 'tap'
import { certificate } from '../../../../packages/notifications/test/channels/push/push-service.ts'
import { homeBehind, slowsGuesses } from './behind-proxy.ts'

/** What a proxy makes of a visitor's headers. */
type Pass = (headers: IncomingHttpHeaders, visitor: string) => IncomingHttpHeaders

const host = 'nights.example.org'

/**
 * Proxies that are not in Debian, with the headers that their documentation and source say they send. Real visitors
 * have public addresses, and these the ones of a table.
 */
const proxies: Record<string, Pass> = {
  // https://doc.traefik.io/traefik/routing/entrypoints/#forwarded-headers
  Traefik: (headers, visitor) => ({
    ...headers,
    'x-forwarded-for': visitor,
    'x-forwarded-host': host,
    'x-forwarded-port': '443',
    'x-forwarded-proto': 'https',
    'x-forwarded-server': 'traefik',
    'x-real-ip': visitor,
  }),
  // https://tailscale.com/s/serve-headers, and ipn/ipnlocal/serve.go
  'Tailscale Serve': (headers, visitor) => ({
    ...headers,
    'x-forwarded-for': visitor,
    'x-forwarded-host': host,
    'x-forwarded-proto': 'https',
    'tailscale-user-login': 'alex@example.com',
    'tailscale-user-name': 'Alex',
    'tailscale-user-profile-pic': 'https://example.com/alex.png',
    'tailscale-headers-info': 'https://tailscale.com/s/serve-headers',
  }),
  // https://developers.cloudflare.com/fundamentals/reference/http-headers/: it keeps what the visitor claims, in front.
  'Cloudflare Tunnel': (headers, visitor) => ({
    ...headers,
    'x-forwarded-for': [headers['x-forwarded-for'], visitor].filter(Boolean).join(','),
    'x-forwarded-proto': 'https',
    'cf-connecting-ip': visitor,
    'cf-visitor': '{"scheme":"https"}',
    'cdn-loop': 'cloudflare; loops=1',
  }),
}

/** The public address of a visitor that comes from an address of this machine: its last part is the same. */
function publicAddress(from = ''): string {
  return `198.51.100.${from.slice(from.lastIndexOf('.') + 1)}`
}

/** A proxy with TLS that passes headers as `pass` says. */
async function startStandIn(
  t: Test,
  { port, home, pass }: { port: number; home: number; pass: Pass },
) {
  const { cert, key } = await certificate()
  const server = createServer({ cert, key }, (request, response) => {
    const { method, url: path, headers, socket } = request
    const passed = pass(headers, publicAddress(socket.remoteAddress))
    const options = { host: '127.0.0.1', port: home, method, path, headers: passed }
    const sent = httpRequest(options, (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    sent.on('error', () => response.destroy())
    request.pipe(sent)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { ca: cert, servername: 'localhost' }
}

t.test('home knows who comes through proxies that it was not run with', async t => {
  let current: Pass | undefined
  const pass: Pass = (...of) => current?.(...of) ?? of[0]
  const behind = await homeBehind(t, at => startStandIn(t, { ...at, pass }))
  for (const [index, [name, one]] of Object.entries(proxies).entries())
    await t.test(name, async t => {
      current = one
      await slowsGuesses(t, behind, [`127.0.0.${10 + index * 2}`, `127.0.0.${11 + index * 2}`])
    })
  const forged = { 'tailscale-user-login': 'alex@example.com' }
  const stranger = await behind.from('127.0.0.30', forged).ask('/you')
  t.equal(stranger.status, 401, 'no header signs anyone in')
})
