import { zoneOf } from '@night-routine/household'
import { readAccounts, readInvitations } from '@night-routine/database'
import type { FastifyRequest } from 'fastify'
import { readConnection } from '../../connection.ts'
import type { WebContext } from '../../context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { peopleView, type PeopleView } from './people-view.ts'

/** The people section, for the page that includes it. */
export async function peopleSection(
  request: FastifyRequest,
  context: Pick<WebContext, 'db' | 'keys' | 'provider' | 'clock' | 'listed'>,
): Promise<PeopleView> {
  const { session, names, settings } = signedIn(request)
  const [accounts, invitations, connection] = await Promise.all([
    readAccounts(context.db),
    readInvitations(context.db, context.clock.now()),
    readConnection(context),
  ])
  return peopleView({
    accounts,
    listed: context.listed,
    invitations,
    connected: connection.state === 'absent' ? undefined : (connection.account ?? undefined),
    person: session,
    names,
    timeZone: zoneOf(settings),
    wording: request.wording,
  })
}
