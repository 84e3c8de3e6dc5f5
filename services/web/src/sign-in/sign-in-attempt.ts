import { randomInt } from 'node:crypto'
import { seal, unsealIfKeyed, unreadable, type TokenKeys } from '@night-routine/database/connection'
import type { Clock } from '@night-routine/service'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { signInCookieNames, signInMinutes } from '../plugins/cookies.ts'

/** The cookies of a request. */
type Cookies = Readonly<Record<string, string | undefined>>

/** Pending sign-in attempts, each in a sealed cookie. */
export type SignInAttempts = ReturnType<typeof signInAttempts>

/** A pending sign-in attempt, checked by the callback. */
const pending = Type.Object({
  state: Type.String(),
  codeVerifier: Type.String(),
  nonce: Type.String(),
  intent: Type.Enum(['sign-in', 'connect', 'reconnect', 'replace']),
  /** The token of the invitation that the person accepts by this sign-in. */
  invitation: Type.Optional(Type.String()),
  /** The id of the request that the person confirms. */
  confirmation: Type.Optional(Type.String()),
})
const sealed = Type.Object({ ...pending.properties, begunAt: Type.Integer() })
type SignInAttempt = Static<typeof pending>

const place = 'cookie.oauth_tx.attempt'

/** More than can finish within ten minutes. */
const mostRemembered = 1_000

/**
 * Anyone can start a sign-in, so the server stores nothing: the browser keeps the attempt, sealed with
 * SECRET_KEYS. Finished attempts are remembered briefly in memory. If another instance gets a replayed
 * callback, the provider refuses the code, which works once.
 */
export function signInAttempts(context: { keys: TokenKeys; clock: Clock; publicUrl: string }) {
  const { keys, clock, publicUrl } = context
  const taken = new Set<string>()
  const names = signInCookieNames(publicUrl)

  function read(cookie: string | undefined): Static<typeof sealed> | undefined {
    const text = cookie === undefined ? unreadable : unsealIfKeyed(keys, place, cookie)
    const attempt: unknown = text === unreadable ? undefined : JSON.parse(text)
    return Check(sealed, attempt) ? attempt : undefined
  }

  return {
    /** The cookie of a new attempt. It replaces the oldest attempt of a browser that has no room for another. */
    begin: (attempt: SignInAttempt, cookies: Cookies) => ({
      name: roomFor(names.map(name => ({ name, begunAt: read(cookies[name])?.begunAt }))),
      value: seal(
        keys,
        place,
        JSON.stringify({ ...attempt, begunAt: clock.now().epochMilliseconds }),
      ),
    }),
    /** The attempt with this state, once and within ten minutes, and the name of its cookie. */
    take: (
      state: string | undefined,
      cookies: Cookies,
    ): { cookie?: string; attempt?: SignInAttempt } => {
      const cookie = names.find(name => read(cookies[name])?.state === state)
      const found = cookie === undefined ? undefined : read(cookies[cookie])
      if (!cookie || !found) return {}
      const { begunAt, ...attempt } = found
      const age = clock.now().epochMilliseconds - begunAt
      if (taken.has(attempt.state) || age > signInMinutes * 60_000) return { cookie }
      taken.add(attempt.state)
      // A set keeps insertion order.
      const [oldest = ''] = taken
      if (taken.size > mostRemembered) taken.delete(oldest)
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
