import { waits } from '@night-routine/service'
import type { FastifyPluginAsync } from 'fastify'
import type { WebContext } from '../../context.ts'
import { newCalendarName } from './calendars-view.ts'

/** Makes a calendar where the account has none to write to. The next page offers it. */
const make: FastifyPluginAsync<Pick<WebContext, 'calendars'>> = async (service, { calendars }) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])
  service.post(
    '/calendars/make',
    { handlerTimeout: waits.providerHandlerMs },
    async (_request, reply) => {
      const all = await calendars.listCalendars()
      // A second click must not make a second one.
      if (!all.some(({ writable }) => writable))
        await calendars.createCalendar?.({ name: newCalendarName })
      return reply.redirect('/calendars')
    },
  )
}

export default make
