import { waits } from '@night-routine/service'
import type { FastifyPluginAsync } from 'fastify'
import type { WebContext } from '../../context.ts'
import { calendarToMake } from './calendars-view.ts'

/** Makes a calendar for the nights, where the account may. The next page offers it. */
const make: FastifyPluginAsync<Pick<WebContext, 'calendars'>> = async (service, { calendars }) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])
  service.post(
    '/calendars/make',
    { handlerTimeout: waits.providerHandlerMs },
    async (_request, reply) => {
      const all = await calendars.listCalendars()
      // A second click must not make a second one.
      const name = calendarToMake(all, calendars.createCalendar !== undefined)
      if (name !== null) await calendars.createCalendar?.({ name })
      return reply.redirect('/calendars')
    },
  )
}

export default make
