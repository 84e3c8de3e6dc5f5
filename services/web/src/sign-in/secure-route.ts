import type { Queryable } from '@night-routine/database/connection'
import { readPersonChannels, removePersonChannel } from '@night-routine/database/notifications'
import {
  endOtherSessions,
  readAccessTokens,
  readInvitations,
  readSessionsOf,
  readShareLinks,
  revokeAccessTokensOf,
  revokeInvitationsOf,
  revokeShareLinksOf,
} from '@night-routine/database/people'
import { zoneOf } from '@night-routine/household'
import { channelOf, channelsSetUp } from '@night-routine/notifications'
import type { FastifyRequest } from 'fastify'
import { changeAs, type WebContext, type WebService } from '../plugins/context.ts'
import { leaveFlash } from '../plugins/flash.ts'
import { signedIn } from '../plugins/sessions.ts'
import { recordChange } from './record-change.ts'

/** "Secure my account": shows everything that somebody at a browser left open may have made, and ends all of it. */
export default async function secure(service: WebService, context: WebContext) {
  const { db, keys, clock, config } = context

  /** What this person has open, but for this browser. */
  async function openOf(q: Queryable, { email, tokenHash }: { email: string; tokenHash: string }) {
    const now = clock.now()
    const [sessions, tokens, stored, invitations, links] = await Promise.all([
      readSessionsOf(q, { email, now }),
      readAccessTokens(q, email),
      readPersonChannels(q, keys, email),
      readInvitations(q, now),
      readShareLinks(q),
    ])
    return {
      sessions: sessions.filter(session => session.tokenHash !== tokenHash),
      tokens,
      // Channels without an address stay: they notify this person alone.
      channels: channelsSetUp(config).filter(
        id => channelOf(id).fields.length > 0 && stored.some(({ channel }) => channel === id),
      ),
      invitations: invitations.filter(({ createdBy }) => createdBy === email),
      links: links.filter(({ createdBy }) => createdBy === email),
    }
  }

  function linesOf(request: FastifyRequest, open: Awaited<ReturnType<typeof openOf>>) {
    const { settings, names } = signedIn(request)
    const { say, date } = request.wording
    const on = (at: Temporal.Instant) => date(at.toZonedDateTimeISO(zoneOf(settings)).toPlainDate())
    const named = (tokens: typeof open.tokens) => tokens.map(({ name }) => name)
    const groups = [
      [
        'sessions',
        open.sessions.map(({ device, createdAt, lastSeenAt }) => {
          const when = { since: on(createdAt), lastSeen: on(lastSeenAt) }
          return `${device ?? say('sessions.unknownDevice')}, ${say('sessions.when', when)}`
        }),
      ],
      ['tokens', named(open.tokens.filter(({ scope }) => scope !== 'calendar'))],
      ['apps', named(open.tokens.filter(({ scope }) => scope === 'calendar'))],
      ['channels', open.channels.map(id => say(channelOf(id).name))],
      [
        'invitations',
        open.invitations.map(({ parent }) => say('people.invitationFor', { name: names[parent] })),
      ],
      ['links', open.links.map(({ createdAt }) => say('feed.madeOn', { date: on(createdAt) }))],
    ] as const
    return groups
      .filter(([, lines]) => lines.length > 0)
      .map(([kind, lines]) => ({ title: say(`secure.${kind}`), lines }))
  }

  service.get('/you/secure', async (request, reply) => {
    const groups = linesOf(request, await openOf(db, signedIn(request).session))
    const view = { title: request.wording.say('secure.title'), groups }
    return reply.page('sign-in/secure.hbs', view)
  })

  // Idempotent.
  service.post('/you/secure', { config: { confirm: 'secure' } }, async (request, reply) => {
    const { session } = signedIn(request)
    const { email } = session
    await changeAs(context, request, async (trx, { now }) => {
      const { channels } = await openOf(trx, session)
      await endOtherSessions(trx, session)
      await revokeAccessTokensOf(trx, email)
      for (const channel of channels) await removePersonChannel(trx, email, channel)
      await revokeInvitationsOf(trx, email, now)
      await revokeShareLinksOf(trx, email, now)
      await recordChange(trx, request, { action: 'account-secured', now })
    })
    return leaveFlash(reply, 'secured').redirect('/you')
  })
}
