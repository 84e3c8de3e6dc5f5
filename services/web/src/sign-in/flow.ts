import { randomUUID } from 'node:crypto'
import {
  seal,
  unreadable,
  unsealIfKeyed,
  type AssociatedData,
} from '@night-routine/database/connection'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import type { WebContext } from '../plugins/context.ts'
import { cookieName, signInCookie, signInMinutes } from '../plugins/cookies.ts'

const flow = Type.Object({
  /** UUID; what a passkey signs is bound to it, and it becomes the id of an account that is made. */
  id: Type.String(),
  /** Milliseconds since the epoch. */
  until: Type.Number(),
  /** The address to fill in. */
  email: Type.Optional(Type.String()),
  /** Whose password was right, where a code is missing; with another version the password may be an old one. */
  first: Type.Optional(Type.Object({ id: Type.String(), version: Type.Number() })),
})

/** A sign-in with an account of this installation that waits for a passkey or a code. */
export type Flow = Static<typeof flow>

type Context = Pick<WebContext, 'keys' | 'clock' | 'publicUrl'>

const place: AssociatedData = 'cookie.sign_in.flow'
const cookie = (publicUrl: string) => cookieName('sign_in', publicUrl)

/** The sign-in that this browser has started; anyone can start one, so only the browser keeps it, sealed. */
export function readFlow(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  { keys, clock, publicUrl }: Context,
): Flow | undefined {
  const text = unsealIfKeyed(keys, place, cookies[cookie(publicUrl)] ?? '')
  const read: unknown = text === unreadable ? undefined : JSON.parse(text)
  return Check(flow, read) && read.until > clock.now().epochMilliseconds ? read : undefined
}

/** Starts a sign-in in this browser, or resumes the one that it has. */
export function keepFlow(
  request: Pick<FastifyRequest, 'cookies'>,
  reply: Pick<FastifyReply, 'setCookie'>,
  context: Context,
  more: Pick<Flow, 'email' | 'first'> = {},
): Flow {
  const { keys, clock, publicUrl } = context
  const begun = readFlow(request, context)
  const until = clock.now().add({ minutes: signInMinutes }).epochMilliseconds
  const kept = { ...(begun ?? { id: randomUUID(), until }), ...more }
  const sealed = seal(keys, place, JSON.stringify(kept))
  void reply.setCookie(cookie(publicUrl), sealed, signInCookie)
  return kept
}

/** Ends it: what was signed for it counts no more in this browser. */
export function endFlow(reply: Pick<FastifyReply, 'clearCookie'>, publicUrl: string): void {
  void reply.clearCookie(cookie(publicUrl), signInCookie)
}
