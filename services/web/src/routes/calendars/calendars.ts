import { CalendarError, type CalendarSummary } from '@night-routine/calendar'
import type { SelectedCalendar } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import type { Connection } from '../../connection.ts'
import { calendarsView } from './calendars-view.ts'

export interface CalendarsOptions {
  listCalendars: () => Promise<CalendarSummary[]>
  readCalendar: () => Promise<SelectedCalendar | undefined>
  readConnection: () => Promise<Connection>
}

/** The calendars to choose from; asks the provider, because nothing else knows them. */
export const calendars: FastifyPluginAsync<CalendarsOptions> = async (service, options) => {
  service.get('/calendars', { handlerTimeout: 30_000 }, async ({ words }, reply) => {
    const list = await listUnlessBroken(options)
    const selected = await options.readCalendar()
    const view = calendarsView({ calendars: list, selected, words })
    const connection = list ? await options.readConnection() : ({ state: 'broken' } as const)
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
