import { zoneOf } from '@night-routine/household'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { signedIn } from '../src/plugins/sessions.ts'
import { oneMoreStepView } from '../src/sign-in/one-more-step-view.ts'
import type { Reason } from '../src/sign-in/turned-away-view.ts'
import { turnedAwayView } from '../src/sign-in/turned-away-view.ts'
import {
  invitationView,
  newPersonLinkView,
  peopleView,
} from '../src/household/people/people-view.ts'
import { newToken } from '../src/plugins/session.ts'
import { alex, now, parents } from './demo-household.ts'
import { long } from './shown-nights.ts'

const token = newToken()
const invitation = { id: 1n, parent: 'b', createdBy: alex.email, expiresAt: now } as const

/** Two parents, an invited grandparent with a long address, an address that has not signed in, two invitations. */
export function shownPeople(request: FastifyRequest) {
  const { session, names, settings } = signedIn(request)
  const invited = `${long}@a-long-domain.example.com`
  return peopleView({
    members: [
      { email: alex.email, parent: 'a', name: 'Alex', invited: false, createdAt: now },
      { email: invited, parent: null, name: null, invited: true, createdAt: now },
    ],
    credentials: new Map([[invited, { isReady: true }]]),
    listed: [alex.email, 'robin@example.com'],
    invitations: [invitation, { ...invitation, id: 2n, createdBy: invited }],
    connected: alex.email,
    person: session,
    names,
    timeZone: zoneOf(settings),
    wording: request.wording,
  })
}

const reasons: Reason[] = [
  'stranger',
  'in-use',
  'other-account',
  'unverified',
  'used',
  'expired',
  'revoked',
  'unknown',
]

/** The pages of an invitation, of an unticked box, and of people who are turned away. */
export function shownInvitations(service: FastifyInstance): void {
  service.get('/invitations/open', async ({ wording }, reply) => {
    const names = { a: parents.a.name, b: parents.b.name }
    const view = invitationView({ token, invitation, inviter: { parent: 'a' }, names, wording })
    return reply.page('household/people/invitation.hbs', view)
  })
  service.get('/one-more-step', async ({ wording }, reply) => {
    const view = oneMoreStepView({
      missing: ['events', 'calendarList'],
      intent: 'connect',
      wording,
    })
    return reply.code(view.status).page('sign-in/one-more-step.hbs', view)
  })
  for (const reason of reasons)
    service.get(`/turned-away/${reason}`, async ({ wording }, reply) => {
      const email = 'stranger@example.com'
      const view = turnedAwayView({ reason, email, invitation: token, wording })
      return reply.code(view.status).page('sign-in/turned-away.hbs', view)
    })
}

/** The page of a new invitation, for people who are signed in. */
export function newInvitationPage(service: FastifyInstance): void {
  service.get('/new-invitation', async (request, reply) => {
    const name = signedIn(request).names.b
    const address = `https://routine.example.com/invitations/${token}`
    const view = newPersonLinkView({ address, name }, request.wording)
    return reply.page('household/people/new-person-link.hbs', view)
  })
}
