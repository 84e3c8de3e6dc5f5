import { CalendarError } from '@night-routine/calendar'
import { readCalendar, readDisconnectRequest } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import { readConnection } from '../../connection.ts'
import type { WebContext } from '../../context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { calendarsView } from './calendars-view.ts'

/** Lists the calendars, fetched from the provider. */
export const calendars: FastifyPluginAsync<WebContext> = async (service, context) => {
  service.get('/calendars', { handlerTimeout: 30_000 }, async (request, reply) => {
    const disconnecting = (await readDisconnectRequest(context.db)) !== undefined
    const list = disconnecting ? null : await listUnlessBroken(context)
    const stored = await readConnection(context)
    const absent = stored.state === 'absent'
    const view = calendarsView({
      calendars: list,
      selected: await readCalendar(context.db),
      absent,
      connected: stored.state === 'absent' ? undefined : (stored.account ?? undefined),
      signedInAs: signedIn(request).session.email,
      disconnecting,
      words: request.words,
    })
    const connection = list || absent || disconnecting ? stored : ({ state: 'broken' } as const)
    return reply.page('routes/calendars/calendars.hbs', view, connection)
  })
}

async function listUnlessBroken({ calendars: provider }: Pick<WebContext, 'calendars'>) {
  try {
    return await provider.listCalendars()
  } catch (error) {
    if (error instanceof CalendarError && error.class === 'reconnect') return null
    throw error
  }
}
