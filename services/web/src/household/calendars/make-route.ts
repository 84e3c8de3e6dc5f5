import { inBatches, waits } from '@night-routine/service'
import type { FastifyPluginAsync } from 'fastify'
import type { WebContext } from '../../plugins/context.ts'
import { calendarToMake } from './calendars-view.ts'

/** Makes a calendar for the nights, where the account may. The next page offers it. */
const make: FastifyPluginAsync<Pick<WebContext, 'calendars'>> = async (service, { calendars }) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])
  // A second click must not make a second one, also while the first is in progress.
  const makeOne = inBatches(async () => {
    const all = await calendars.listCalendars()
    const name = calendarToMake(all, calendars.createCalendar !== undefined)
    if (name !== null) await calendars.createCalendar?.({ name })
  })
  const limit = { handlerTimeout: waits.providerHandlerMs }
  service.post('/calendars/make', limit, async (_request, reply) => {
    await makeOne(null)
    return reply.redirect('/calendars')
  })
}

export default make
