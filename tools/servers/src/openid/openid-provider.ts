import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import type { JWK, JWTPayload } from 'jose'
import { Provider, type Configuration } from 'oidc-provider'

/** A running oidc-provider. Its pages let anyone in under any name, with any password. */
export interface OpenidProvider {
  issuer: string
  clientId: string
  clientSecret: string
  stop(): Promise<void>
}

export interface OpenidProviderOptions {
  /** The addresses to which it may redirect a browser. */
  redirectUris: string[]
  /** A free one by default. */
  port?: number
  host?: string
  /** Its public address; behind a proxy, with a path that the proxy passes on. */
  issuer?: string
  clientId?: string
  clientSecret?: string
  /** What it says about the person who signed in with this name. */
  claims?: (name: string) => Record<string, unknown>
  keys?: [JWK]
  /** Changes what its id tokens say. */
  spoil?: (said: JWTPayload) => JWTPayload
  /** Other settings of oidc-provider. */
  more?: Configuration
}

/** People sign in with their address as the name. */
const addressOf = (name: string) => ({ email: name, email_verified: true })

/** Starts the provider. Its sessions are in memory. */
export async function startOpenidProvider({
  redirectUris,
  port = 0,
  host = '127.0.0.1',
  issuer,
  clientId = 'night-routine',
  clientSecret = 'a-secret-of-the-client',
  claims = addressOf,
  keys,
  spoil,
  more,
}: OpenidProviderOptions): Promise<OpenidProvider> {
  const signing = keys ?? [await openidKey('k1')]
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  const bound = server.address()
  const free = typeof bound === 'object' && bound !== null ? bound.port : port
  const address = issuer ?? `http://127.0.0.1:${free}`
  const client = { client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }
  const provider = quietly(
    () =>
      new Provider(address, {
        clients: [client],
        jwks: { keys: signing },
        claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name'] },
        ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
        cookies: { keys: ['its sessions are in memory'] },
        findAccount: (_context, accountId) => ({
          accountId,
          claims: () => ({ sub: accountId, ...claims(accountId) }),
        }),
        ...more,
      }),
  )
  provider.proxy = issuer !== undefined
  if (spoil)
    provider.use(async (context, next) => {
      await next()
      const { body } = context as { body?: { id_token?: string } }
      if (body?.id_token === undefined) return
      body.id_token = await sign(spoil(decodeJwt(body.id_token)), signing[0])
    })
  const answer = provider.callback()
  const path = new URL(address).pathname.replace(/\/$/, '')
  server.on('request', (request, response) => {
    mount(request, path)
    void answer(request, response)
  })
  return {
    issuer: address,
    clientId,
    clientSecret,
    async stop() {
      server.closeAllConnections()
      if (server.listening) await new Promise(done => server.close(done))
    },
  }
}

/** A new key for id tokens. */
export async function openidKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
}

async function sign(said: JWTPayload, key: JWK): Promise<string> {
  const header = { alg: 'RS256', kid: key.kid ?? '' }
  return new SignJWT(said).setProtectedHeader(header).sign(await importJWK(key, 'RS256'))
}

/** Tells the provider which part of the path is its own address. */
function mount(request: IncomingMessage & { originalUrl?: string }, path: string): void {
  const { url = '' } = request
  if (path === '' || !url.startsWith(`${path}/`)) return
  request.originalUrl = url
  request.url = url.slice(path.length)
}

/** Hides its warnings about this version of Node and about development keys. */
function quietly<Made>(make: () => Made): Made {
  const { warn, info } = console
  Object.assign(console, { warn: () => undefined, info: () => undefined })
  try {
    return make()
  } finally {
    Object.assign(console, { warn, info })
  }
}
