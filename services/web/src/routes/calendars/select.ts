import type { CalendarSummary } from '@night-routine/calendar'
import type { SelectedCalendar, Session } from '@night-routine/database'
import { HttpError } from '@night-routine/service'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { signedIn } from '../../plugins/sessions.ts'

export interface SelectOptions {
  listCalendars: () => Promise<CalendarSummary[]>
  /** Saves the selection, plans, requests a push, and briefly waits for it. */
  selectCalendar: (calendar: SelectedCalendar, by: Session) => Promise<void>
}

const body = Type.Object({ calendar_id: Type.String({ minLength: 1, maxLength: 1024 }) })

/** Selects a calendar that the provider lists as writable. */
export const selectCalendar: FastifyPluginAsyncTypebox<SelectOptions> = async (
  service,
  options,
) => {
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
      const listed = await options.listCalendars()
      const chosen = listed.find(({ id }) => id === request.body.calendar_id)
      if (!chosen?.writable) throw invalid()
      const calendar = { calendarId: chosen.id, calendarName: chosen.name }
      await options.selectCalendar(calendar, signedIn(request))
      return reply.redirect('/')
    },
  )
}

function invalid(cause?: unknown) {
  return new HttpError(400, 'Invalid calendar ID', { field: 'calendar_id', cause })
}
