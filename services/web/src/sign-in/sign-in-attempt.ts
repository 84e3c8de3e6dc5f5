import { randomInt } from 'node:crypto'
import { seal, unsealIfKeyed, unreadable, type TokenKeys } from '@night-routine/database/connection'
import type { SignInIntent } from '@night-routine/database/people'
import type { Clock } from '@night-routine/service'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { signInCookieNames, signInMinutes } from '../plugins/cookies.ts'

/** A pending sign-in attempt, checked by the callback. */
interface SignInAttempt {
  state: string
  codeVerifier: string
  nonce: string
  intent: SignInIntent
  /** The token of the invitation that the person accepts by this sign-in. */
  invitation?: string
  /** The id of the request that the person confirms. */
  confirmation?: string
}

/** The cookies of a request. */
type Cookies = Readonly<Record<string, string | undefined>>

/** Pending sign-in attempts, each in a sealed cookie. */
export interface SignInAttempts {
  /** The cookie of a new attempt. It replaces the oldest attempt of a browser that has no room for another. */
  readonly begin: (attempt: SignInAttempt, cookies: Cookies) => { name: string; value: string }
  /** The attempt with this state, once and within ten minutes, and the name of its cookie. */
  readonly take: (
    state: string | undefined,
    cookies: Cookies,
  ) => { cookie?: string; attempt?: SignInAttempt }
}

const sealed = Type.Object({
  state: Type.String(),
  codeVerifier: Type.String(),
  nonce: Type.String(),
  intent: Type.Enum(['sign-in', 'connect', 'reconnect', 'replace']),
  invitation: Type.Optional(Type.String()),
  confirmation: Type.Optional(Type.String()),
  begunAt: Type.Integer(),
})

const place = 'cookie.oauth_tx.attempt'

/** More than can finish within ten minutes. */
const mostRemembered = 1_000

/**
 * Anyone can start a sign-in, so the server stores nothing: the browser keeps the attempt, sealed with
 * SECRET_KEYS. Finished attempts are remembered briefly in memory. If another instance gets a replayed
 * callback, the provider refuses the code, which works once.
 */
export function signInAttempts({
  keys,
  clock,
  publicUrl,
}: {
  keys: TokenKeys
  clock: Clock
  publicUrl: string
}): SignInAttempts {
  const taken = new Set<string>()
  const names = signInCookieNames(publicUrl)

  function read(cookie: string | undefined): Static<typeof sealed> | undefined {
    const text = cookie === undefined ? unreadable : unsealIfKeyed(keys, place, cookie)
    const attempt: unknown = text === unreadable ? undefined : JSON.parse(text)
    return Check(sealed, attempt) ? attempt : undefined
  }

  function find(state: string | undefined, cookies: Cookies) {
    const cookie = names.find(name => read(cookies[name])?.state === state)
    return { cookie, found: cookie === undefined ? undefined : read(cookies[cookie]) }
  }

  return {
    begin: (attempt, cookies) => ({
      name: roomFor(names.map(name => ({ name, begunAt: read(cookies[name])?.begunAt }))),
      value: seal(
        keys,
        place,
        JSON.stringify({ ...attempt, begunAt: clock.now().epochMilliseconds }),
      ),
    }),
    take: (state, cookies) => {
      const { cookie, found } = find(state, cookies)
      if (!cookie || !found || state === undefined) return {}
      const { begunAt, ...attempt } = found
      const age = clock.now().epochMilliseconds - begunAt
      if (taken.has(attempt.state) || age > signInMinutes * 60_000) return { cookie }
      taken.add(attempt.state)
      // A set keeps insertion order.
      for (const oldest of taken.size > mostRemembered ? taken : []) {
        taken.delete(oldest)
        break
      }
      return { cookie, attempt }
    },
  }
}

/** A free name, else that of the oldest attempt. Any free one, so that tabs that start at once seldom share one. */
function roomFor(cookies: readonly { name: string; begunAt: number | undefined }[]): string {
  const free = cookies.filter(({ begunAt }) => begunAt === undefined)
  const [oldest] = cookies.toSorted((one, other) => (one.begunAt ?? 0) - (other.begunAt ?? 0))
  return (free[free.length === 0 ? 0 : randomInt(free.length)] ?? oldest)?.name ?? ''
}
