import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  type JWK,
  type JWTPayload,
} from 'jose'
import { Provider, type Configuration } from 'oidc-provider'
import type { Test } from 'tap'

export const redirectUri = 'http://localhost:8080/oauth/callback'
const client = { clientId: 'night-routine', clientSecret: 'a-secret-of-the-client' }

/** A running OpenID provider that nobody here wrote, with one account. */
export interface OpenidProvider {
  issuer: string
  /** Goes through its login and consent pages; returns the address that the browser ends at. */
  consent(url: string): Promise<string>
  options: typeof client & { issuer: string; redirectUri: string }
  close(): Promise<void>
}

/** A new signing key. */
export async function signingKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
}

const firstKey = await signingKey('k1')

const alex = { email: 'alex@example.com', email_verified: true }

/** Starts a provider; with `port` in the place of one that was closed. */
export async function startProvider(
  t: Test,
  {
    says = alex,
    keys = [firstKey],
    port = 0,
    spoil,
    ...more
  }: {
    /** What its single account says at UserInfo. */
    says?: Record<string, unknown>
    keys?: [JWK]
    port?: number
    /** Changes what its id tokens say. */
    spoil?: ((said: JWTPayload) => JWTPayload) | undefined
  } & Configuration = {},
): Promise<OpenidProvider> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = quietly(
    () =>
      new Provider(issuer, {
        clients: [
          {
            client_id: client.clientId,
            client_secret: client.clientSecret,
            redirect_uris: [redirectUri],
          },
        ],
        jwks: { keys },
        claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name'] },
        ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
        cookies: { keys: ['a key of the test'] },
        findAccount: (_context, accountId) => ({
          accountId,
          claims: () => ({ sub: accountId, ...says }),
        }),
        ...more,
      }),
  )
  provider.use(async (context, next) => {
    await next()
    const { body } = context as { body?: { id_token?: string } }
    if (spoil && body?.id_token !== undefined) {
      const said = spoil(decodeJwt(body.id_token))
      const header = { alg: 'RS256', kid: keys[0].kid ?? '' }
      body.id_token = await new SignJWT(said)
        .setProtectedHeader(header)
        .sign(await importJWK(keys[0], 'RS256'))
    }
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise(done => server.close(done))
  }
  t.teardown(close)
  const options = { ...client, issuer, redirectUri }
  return { issuer, consent: url => walk(url), options, close }
}

/** It warns that it knows neither this Node nor the keys of a production. */
function quietly<Made>(make: () => Made): Made {
  const { warn, info } = console
  Object.assign(console, { warn: () => undefined, info: () => undefined })
  try {
    return make()
  } finally {
    Object.assign(console, { warn, info })
  }
}

/** A browser with cookies that fills in each form until it is sent back to us. */
async function walk(start: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  let form: URLSearchParams | undefined
  for (let step = 0; step < 20; step += 1) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split(/=(.*)/s)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const body = await answer.text()
    const location = answer.headers.get('location')
    form = undefined
    if (location === null) {
      const action = /action="([^"]+)"/.exec(body)?.[1]
      const prompt = /name="prompt" value="(\w+)"/.exec(body)?.[1]
      if (action === undefined || prompt === undefined)
        throw new Error(`${answer.status}: ${body.slice(0, 400)}`)
      url = new URL(action, url).href
      form = new URLSearchParams({ prompt, login: 'alex', password: 'x' })
    } else url = new URL(location, url).href
    if (url.startsWith(redirectUri)) return url
  }
  throw new Error('The provider did not send the browser back.')
}
