import { zoneOf } from '@night-routine/household'
import type { Database } from '@night-routine/database/connection'
import { readCredentials, readPasskeys } from '@night-routine/database/credentials'
import { readMembers, readInvitations } from '@night-routine/database/people'
import type { FastifyRequest } from 'fastify'
import { readConnection } from '../../plugins/connection.ts'
import type { WebContext } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { peopleView } from './people-view.ts'

/** The people section, for the page that includes it. */
export async function peopleSection(
  request: FastifyRequest,
  context: Pick<WebContext, 'db' | 'keys' | 'provider' | 'clock' | 'listed' | 'ownsCredentials'>,
) {
  const { session, names, settings } = signedIn(request)
  const [members, credentials, invitations, connection] = await Promise.all([
    readMembers(context.db),
    context.ownsCredentials ? readReadiness(context.db) : null,
    readInvitations(context.db, context.clock.now()),
    readConnection(context),
  ])
  return peopleView({
    members,
    credentials,
    listed: context.listed,
    invitations,
    connected: connection.state === 'absent' ? undefined : (connection.account ?? undefined),
    person: session,
    names,
    timeZone: zoneOf(settings),
    wording: request.wording,
  })
}

/** Who signs in here, and whether they have chosen a password or a passkey. */
async function readReadiness(db: Database) {
  const credentials = await readCredentials(db)
  const each = credentials.map(async ({ id, email, hasPassword }) => {
    const isReady = hasPassword || (await readPasskeys(db, id)).length > 0
    return [email, { isReady }] as const
  })
  return new Map(await Promise.all(each))
}
