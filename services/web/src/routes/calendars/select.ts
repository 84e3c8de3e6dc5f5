import { HttpError } from '@night-routine/service'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { WebContext } from '../../context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { selectCalendar } from '../../sync.ts'

const body = Type.Object({ calendar_id: Type.String({ minLength: 1, maxLength: 1024 }) })

/** Selects a calendar that the provider lists as writable. */
export const select: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  // Forms only, as in the contract.
  service.removeContentTypeParser(['application/json', 'text/plain'])
  // The contract has one response to any invalid form.
  service.setErrorHandler<Error & { validation?: unknown; statusCode?: number }>(error => {
    const notTheForm = error.validation !== undefined || error.statusCode === 415
    throw notTheForm ? invalid(error) : error
  })
  service.post(
    '/calendars/select',
    { schema: { body }, handlerTimeout: 30_000 },
    async (request, reply) => {
      const listed = await context.calendars.listCalendars()
      const chosen = listed.find(({ id }) => id === request.body.calendar_id)
      if (!chosen?.writable) throw invalid()
      const calendar = { calendarId: chosen.id, calendarName: chosen.name }
      await selectCalendar(context, calendar, signedIn(request).session)
      return reply.redirect('/')
    },
  )
}

function invalid(cause?: unknown) {
  return new HttpError(400, 'Invalid calendar ID', { field: 'calendar_id', cause })
}
