import { zoneOf } from '@night-routine/household'
import type { FastifyRequest } from 'fastify'
import { signedIn } from '../src/plugins/sessions.ts'
import { finishView, type FinishView } from '../src/nights/home/finish-view.ts'
import { alex, now } from './demo-household.ts'

const nothing = { invited: false, getsMessages: false, onHomeScreen: false, lacksPasskey: true }
const robin = { email: 'robin@example.com', parent: 'b', ...nothing, invited: true } as const

/** What Alex has left to set up: without Robin, with an open invitation, with Robin, or as neither parent. */
export function shownFinish(
  request: FastifyRequest,
  toSetUp: 'alone' | 'invited' | 'joined' | 'unknown',
  ownCredentials: boolean,
): FinishView | null {
  const { names, settings } = signedIn(request)
  const reader = toSetUp === 'unknown' ? null : 'a'
  const expiresAt = now.add({ hours: 7 * 24 })
  return finishView({
    accounts: [
      { email: alex.email, parent: reader, ...nothing },
      ...(toSetUp === 'joined' ? [robin] : []),
    ],
    invitations: toSetUp === 'invited' ? [{ parent: 'b', expiresAt }] : [],
    email: alex.email,
    people: { names, reader },
    userAgent: request.headers['user-agent'],
    canHavePasskeys: ownCredentials,
    timeZone: zoneOf(settings),
    wording: request.wording,
  })
}
