import type { IncomingMessage, ServerResponse } from 'node:http'
import { ownProviderClientId, ownProviderPath, type FetchOwn } from '@night-routine/calendar'
import { deriveKeys, findIdentity, type Database, type TokenKeys } from '@night-routine/database'
import type { Clock } from '@night-routine/service'
import { inject } from 'light-my-request'
import type { InteractionResults } from 'oidc-provider'
import { signInMinutes } from '../cookies.ts'
import { databaseAdapter } from './adapter.ts'
import { algorithm, signingKeys } from './signing-keys.ts'

/** A request to the provider, by its path below the provider's own address. */
export interface ProviderRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string> | undefined
  body?: string | undefined
}

/** What the provider answered. */
export interface ProviderAnswer {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

/** What a person is asked for, at one of the provider's pages. */
export interface Interaction {
  uid: string
  /** Of our own attempt, for which the provider asks. */
  state: string | undefined
  /** The address to fill in. */
  loginHint: string | undefined
}

/** How a person showed who they are (RFC 8176). */
export type Method = 'pwd' | 'otp' | 'swk' | 'user'

/** The identity provider of this installation. */
export interface OwnProvider {
  answer(request: ProviderRequest): Promise<ProviderAnswer>
  /** What this browser is asked for; undefined when it started no sign-in, or that one has ended. */
  interaction(request: IncomingMessage, reply: ServerResponse): Promise<Interaction | undefined>
  /** Ends the interaction. @returns the address where the sign-in continues */
  finish(
    request: IncomingMessage,
    reply: ServerResponse,
    identity: { id: string; methods: readonly Method[] },
  ): Promise<string>
}

interface Options {
  db: Database
  keys: TokenKeys
  clock: Clock
  publicUrl: string
}

/**
 * The identity provider of this installation, which only our own client may use. The library is loaded at the first
 * request, because other installations never need it.
 */
export function ownProvider(options: Options): OwnProvider {
  const { publicUrl } = options
  const { host, protocol } = new URL(publicUrl)
  let made: ReturnType<typeof createProvider> | undefined
  const load = () => (made ??= createProvider(options))

  return {
    async answer({ method, path, headers = {}, body }) {
      const { callback, failures } = await load()
      let received: IncomingMessage | undefined
      const answered = await inject(
        (request, reply) => {
          received = request
          // Tells the library which part of the path is its own address.
          Object.assign(request, { originalUrl: `${ownProviderPath}${path}` })
          void callback(request, reply)
        },
        {
          method,
          url: path,
          // The public address, whatever the request called it.
          headers: {
            ...headers,
            host,
            'x-forwarded-proto': protocol.slice(0, -1),
            'x-forwarded-host': host,
          },
          ...(body !== undefined && { payload: body }),
        },
      )
      // What failed on our side, such as the database, is for our own error pages.
      const failure = received && failures.get(received)
      if (failure !== undefined) throw failure
      const { statusCode: status, rawPayload } = answered
      return { status, headers: plain(answered.headers), body: rawPayload }
    },

    async interaction(request, reply) {
      try {
        const { uid, params } = await (await load()).provider.interactionDetails(request, reply)
        return { uid, state: text(params['state']), loginHint: text(params['login_hint']) }
      } catch (error) {
        if (error instanceof Error && error.name === 'SessionNotFound') return undefined
        throw error
      }
    },

    async finish(request, reply, { id, methods }) {
      const result: InteractionResults = {
        login: { accountId: id, remember: false, amr: [...methods] },
      }
      return (await load()).provider.interactionResult(request, reply, result)
    },
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Headers with a value each, or a list. */
function plain(headers: Readonly<Record<string, unknown>>): Record<string, string | string[]> {
  const known = Object.entries(headers).flatMap(([name, value]) => {
    if (typeof value === 'number') return [[name, String(value)] as const]
    const isText = typeof value === 'string' || Array.isArray(value)
    return isText ? [[name, value] as const] : []
  })
  return Object.fromEntries(known)
}

const scope = 'openid email'

async function createProvider({ db, keys, clock, publicUrl }: Options) {
  const library = await import('oidc-provider')
  const attributes = {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    secure: publicUrl.startsWith('https:'),
  } as const
  const seconds = signInMinutes * 60
  const provider = new library.Provider(new URL(ownProviderPath, publicUrl).href, {
    adapter: kind => databaseAdapter({ db, clock }, kind),
    jwks: { keys: signingKeys(keys) },
    clients: [
      {
        client_id: ownProviderClientId,
        redirect_uris: [new URL('/oauth/callback', publicUrl).href],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        // It is a part of this program, and PKCE binds a code to the browser that asked for it.
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: algorithm,
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'email'],
    claims: { email: ['email', 'email_verified'] },
    // The address is in the id token, which saves a request.
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    interactions: { url: (_context, { uid }) => `${ownProviderPath}/sign-in/${uid}` },
    cookies: {
      keys: deriveKeys(keys, 'cookies of our own provider').map(key => key.toString('base64url')),
      long: { ...attributes, path: ownProviderPath },
      short: attributes,
    },
    // Each sign-in asks again, so nothing has to last. No browser gets the cookie of a session (provider-route.ts).
    ttl: {
      AccessToken: 60,
      // Not less: the clocks of two copies of web may be minutes apart. It counts once, in the browser that asked.
      AuthorizationCode: seconds,
      Grant: seconds,
      IdToken: seconds,
      Interaction: seconds,
      Session: seconds,
    },
    async findAccount(_context, id) {
      const identity = await findIdentity(db, keys, { id })
      if (identity === undefined) return undefined
      // An operator, a parent's invitation or the first code vouches for the address.
      const claims = { sub: id, email: identity.email, email_verified: true }
      return { accountId: id, claims: () => claims }
    },
    // The client is this program, so no one is asked whether it may know the address.
    async loadExistingGrant({ oidc }) {
      const { client, session, provider: of } = oidc
      const grant = new of.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
    renderError(context, { error, error_description: description }) {
      context.type = 'application/json'
      context.body = JSON.stringify({ error, error_description: description })
    },
  })
  // Each request is given the public address above.
  provider.proxy = true
  const failures = new WeakMap<IncomingMessage, Error>()
  provider.on('server_error', ({ req }, error) => failures.set(req, error))
  return { provider, callback: provider.callback(), failures }
}

/** Requests of our own client, answered inside this program, for the library that makes them. */
export function fetchFrom(provider: OwnProvider) {
  return async (
    url: string,
    { method, headers, body }: Parameters<FetchOwn>[1],
  ): Promise<Response> => {
    const { pathname, search } = new URL(url)
    const answer = await provider.answer({
      method: method === 'POST' ? 'POST' : 'GET',
      path: `${pathname.slice(ownProviderPath.length)}${search}`,
      headers,
      body: body?.toString(),
    })
    const sent = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      for (const each of [value].flat()) sent.append(name, each)
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: sent })
  }
}
