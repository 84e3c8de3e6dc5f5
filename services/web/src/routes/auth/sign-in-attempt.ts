import {
  seal,
  unsealIfKeyed,
  unreadable,
  type SignInIntent,
  type TokenKeys,
} from '@night-routine/database'
import type { Clock } from '@night-routine/service'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { signInMinutes } from '../../cookies.ts'

/** A pending sign-in attempt, checked by the callback. */
interface SignInAttempt {
  state: string
  codeVerifier: string
  nonce: string
  intent: SignInIntent
  /** The token of the invitation that the person accepts by this sign-in. */
  invitation?: string
}

/** Pending sign-in attempts, each in a sealed cookie. */
export interface SignInAttempts {
  /** The cookie of a new attempt. */
  readonly begin: (attempt: SignInAttempt) => string
  /** The attempt in this cookie, once and within ten minutes. */
  readonly take: (cookie: string | undefined) => SignInAttempt | undefined
}

const sealed = Type.Object({
  state: Type.String(),
  codeVerifier: Type.String(),
  nonce: Type.String(),
  intent: Type.Enum(['sign-in', 'connect', 'reconnect', 'replace']),
  invitation: Type.Optional(Type.String()),
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
export function signInAttempts({ keys, clock }: { keys: TokenKeys; clock: Clock }): SignInAttempts {
  const taken = new Set<string>()
  return {
    begin: attempt =>
      seal(keys, place, JSON.stringify({ ...attempt, begunAt: clock.now().epochMilliseconds })),
    take: cookie => {
      const text = cookie === undefined ? unreadable : unsealIfKeyed(keys, place, cookie)
      const attempt: unknown = text === unreadable ? undefined : JSON.parse(text)
      if (!Check(sealed, attempt) || taken.has(attempt.state)) return undefined
      const { begunAt, ...started } = attempt
      const age = clock.now().epochMilliseconds - begunAt
      if (age > signInMinutes * 60_000) return undefined
      taken.add(started.state)
      // A set keeps insertion order.
      for (const oldest of taken.size > mostRemembered ? taken : []) {
        taken.delete(oldest)
        break
      }
      return started
    },
  }
}
