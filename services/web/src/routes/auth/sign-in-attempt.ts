import {
  seal,
  unsealIfKeyed,
  unreadable,
  type SignInIntent,
  type TokenKeys,
} from '@night-routine/database'
import type { Clock } from '@night-routine/service'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { signInMinutes } from '../../cookies.ts'

/** A sign-in on its way: what the callback must present again. */
interface SignInAttempt {
  state: string
  codeVerifier: string
  nonce: string
  intent: SignInIntent
}

/** Sign-ins under way, each in a sealed cookie of its browser. */
export interface SignInAttempts {
  /** The cookie of an attempt that begins now. */
  readonly begin: (attempt: SignInAttempt) => string
  /** The attempt of this cookie, once and within ten minutes. */
  readonly take: (cookie: string | undefined) => SignInAttempt | undefined
}

const sealed = Type.Object({
  state: Type.String(),
  codeVerifier: Type.String(),
  nonce: Type.String(),
  intent: Type.Enum(['sign-in', 'connect', 'reconnect', 'replace']),
  begunAt: Type.Integer(),
})

const place = 'cookie.oauth_tx.attempt'

/** More attempts than finish within ten minutes. */
const mostRemembered = 1_000

/**
 * Anybody may begin a sign-in, so nothing is stored for one: the browser keeps it, sealed with
 * SECRET_KEYS. Only attempts that came back are remembered, here and not for long. Where another copy of
 * the service answers the second of two callbacks, the provider refuses the code, which is good once.
 */
export function signInAttempts({ keys, clock }: { keys: TokenKeys; clock: Clock }): SignInAttempts {
  const taken = new Set<string>()
  return {
    begin: attempt =>
      seal(keys, place, JSON.stringify({ ...attempt, begunAt: clock.now().epochMilliseconds })),
    take: cookie => {
      const text = cookie === undefined ? unreadable : unsealIfKeyed(keys, place, cookie)
      const attempt: unknown = text === unreadable ? undefined : JSON.parse(text)
      if (!Value.Check(sealed, attempt) || taken.has(attempt.state)) return undefined
      const { begunAt, ...begun } = attempt
      const age = clock.now().epochMilliseconds - begunAt
      if (age > signInMinutes * 60_000) return undefined
      taken.add(begun.state)
      // A set keeps the order in which it was filled.
      for (const oldest of taken.size > mostRemembered ? taken : []) {
        taken.delete(oldest)
        break
      }
      return begun
    },
  }
}
