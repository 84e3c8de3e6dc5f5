import { inBatches } from '@night-routine/service'
import type { FastifyPluginAsync } from 'fastify'
import type { WebContext } from '../../context.ts'
import { newCalendarName } from './calendars-view.ts'

/** Makes a calendar where the account has none to write to. The next page offers it. */
const make: FastifyPluginAsync<Pick<WebContext, 'calendars'>> = async (service, { calendars }) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])
  // A second click must not make a second one, also while the first is under way.
  const makeOne = inBatches(async () => {
    const all = await calendars.listCalendars()
    if (!all.some(({ writable }) => writable))
      await calendars.createCalendar?.({ name: newCalendarName })
  })
  service.post('/calendars/make', { handlerTimeout: 30_000 }, async (_request, reply) => {
    await makeOne(null)
    return reply.redirect('/calendars')
  })
}

export default make
