import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { authorize, findCalendar, hidesFrom, requireWriter } from '../../access.ts'
import { answer, checkFields } from '../../answer.ts'
import { readContent, readOwnId } from '../../events/content.ts'
import type { EventContent } from '../../events/content.ts'
import { etagOf, eventResource } from '../../events/resource.ts'
import { changeEvent, deleteEvent, insertEvent } from '../../events/store.ts'
import { conditionNotMet, GoogleError, invalidValue, notFound } from '../../google-error.ts'
import { originOf } from '../../origin.ts'
import { eventNames } from '../../resource-names.ts'
import type { Provider } from '../../state/provider.ts'
import type { Calendar, StoredEvent } from '../../state/state.ts'

interface Address {
  Params: { calendarId: string; eventId: string }
}

/** events.get, insert, patch, update and delete. */
const events: FastifyPluginAsync<{ provider: Provider }> = async (service, { provider }) => {
  const path = '/calendars/:calendarId/events'

  function openToWrite(request: FastifyRequest<{ Params: { calendarId: string } }>) {
    const caller = authorize(provider, request, 'writeEvents')
    const calendar = findCalendar(provider, caller, request.params.calendarId)
    requireWriter(calendar, caller)
    checkFields(request, eventNames)
    return { calendar, email: caller.email, origin: originOf(request) }
  }

  function replace(calendar: Calendar, event: StoredEvent, content: EventContent): StoredEvent {
    if (provider.switches.ignoreUpdates) return event
    const undelete = event.content.status === 'cancelled' && content.status !== 'cancelled'
    if (undelete && provider.switches.refuseUndelete) {
      throw new GoogleError(403, 'forbidden', 'Forbidden')
    }
    return changeEvent(provider, calendar, event, content)
  }

  function checkIfMatch(request: FastifyRequest, event: StoredEvent): void {
    const wanted = request.headers['if-match']
    if (wanted === undefined || wanted === '*') return
    const refused =
      provider.switches.tombstones === 'refuse' && event.content.status === 'cancelled'
    if (refused || wanted !== etagOf(event)) throw conditionNotMet()
  }

  service.get<Address>(`${path}/:eventId`, async (request, reply) => {
    const caller = authorize(provider, request, 'readEvents')
    const calendar = findCalendar(provider, caller, request.params.calendarId)
    const view = { calendar, email: caller.email, origin: originOf(request) }
    const event = findEvent(calendar, request.params.eventId)
    return answer(request, reply, eventResource(event, view), eventNames)
  })

  service.post<{ Params: { calendarId: string } }>(path, async (request, reply) => {
    const view = openToWrite(request)
    const content = readContent(request.body, view.calendar)
    if (content.status === 'cancelled') throw invalidValue('Invalid value for: status')
    const event = insertEvent(provider, view.calendar, {
      id: readOwnId(request.body),
      creator: view.email,
      content,
    })
    return answer(request, reply, eventResource(event, view), eventNames)
  })

  service.patch<Address>(`${path}/:eventId`, async (request, reply) => {
    const view = openToWrite(request)
    const before = findEvent(view.calendar, request.params.eventId)
    checkIfMatch(request, before)
    if (hidesFrom(view.calendar, view.email, before.content)) {
      throw new GoogleError(403, 'forbidden', 'Forbidden')
    }
    if (provider.switches.refuseNullRecurrence && clearsRecurrence(request.body, before.content)) {
      throw invalidValue('Invalid value for: recurrence')
    }
    const { timeZone } = view.calendar
    const content = readContent(request.body, { base: before.content, timeZone })
    const event = replace(view.calendar, before, content)
    return answer(request, reply, eventResource(event, view), eventNames)
  })

  service.put<Address>(`${path}/:eventId`, async (request, reply) => {
    const view = openToWrite(request)
    const before = findEvent(view.calendar, request.params.eventId)
    checkIfMatch(request, before)
    const event = replace(view.calendar, before, readContent(request.body, view.calendar))
    return answer(request, reply, eventResource(event, view), eventNames)
  })

  service.delete<Address>(`${path}/:eventId`, async (request, reply) => {
    const { calendar } = openToWrite(request)
    const event = findEvent(calendar, request.params.eventId)
    // A repeated DELETE gets "deleted", whatever etag it carries.
    if (event.content.status !== 'cancelled') checkIfMatch(request, event)
    deleteEvent(provider, calendar, event)
    return reply.status(204).send()
  })
}
export default events

function findEvent(calendar: Calendar, id: string): StoredEvent {
  const event = calendar.events.get(id)
  if (!event) throw notFound()
  return event
}

function clearsRecurrence(body: unknown, { recurrence }: EventContent): boolean {
  const isNull =
    typeof body === 'object' && body !== null && 'recurrence' in body && body.recurrence === null
  return isNull && recurrence !== undefined
}
