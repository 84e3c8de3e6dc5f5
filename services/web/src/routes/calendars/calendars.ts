import { CalendarError, type CalendarSummary } from '@night-routine/calendar'
import type { SelectedCalendar } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import type { Connection } from '../../connection.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { calendarsView } from './calendars-view.ts'

export interface CalendarsOptions {
  listCalendars: () => Promise<CalendarSummary[]>
  readCalendar: () => Promise<SelectedCalendar | undefined>
  readConnection: () => Promise<Connection>
  isDisconnecting: () => Promise<boolean>
}

/** Lists the calendars, fetched from the provider. */
export const calendars: FastifyPluginAsync<CalendarsOptions> = async (service, options) => {
  service.get('/calendars', { handlerTimeout: 30_000 }, async (request, reply) => {
    const { words } = request
    const disconnecting = await options.isDisconnecting()
    const list = disconnecting ? null : await listUnlessBroken(options)
    const selected = await options.readCalendar()
    const stored = await options.readConnection()
    const absent = stored.state === 'absent'
    const view = calendarsView({
      calendars: list,
      selected,
      absent,
      connected: stored.state === 'absent' ? undefined : stored.account,
      signedInAs: signedIn(request).email,
      disconnecting,
      words,
    })
    const connection = list || absent || disconnecting ? stored : ({ state: 'broken' } as const)
    return reply.page('routes/calendars/calendars.hbs', view, connection)
  })
}

async function listUnlessBroken({ listCalendars }: CalendarsOptions) {
  try {
    return await listCalendars()
  } catch (error) {
    if (error instanceof CalendarError && error.class === 'reconnect') return null
    throw error
  }
}
