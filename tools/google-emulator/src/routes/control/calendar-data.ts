import type { FastifyPluginAsync } from 'fastify'
import type { EmulatorCalendar, EventEdit } from '../../control/contract.ts'
import { createAsPerson, editAsPerson, removeAsPerson } from '../../events/by-hand.ts'
import { storedResource } from '../../events/resource.ts'
import { notFound } from '../../google-error.ts'
import type { Provider } from '../../state/provider.ts'
import type { Calendar } from '../../state/state.ts'

interface Address {
  calendarId: string
  eventId: string
}

/** Calendars and their events, as their people see and change them. */
const calendarData: FastifyPluginAsync<{ provider: Provider }> = async (service, { provider }) => {
  service.post('/calendars', async () =>
    provider.state.calendars.map(({ events: _events, ...calendar }) => calendar),
  )

  service.post<{ Body: Omit<EmulatorCalendar, 'primaryOf' | 'timeZone'> & { timeZone?: string } }>(
    '/save-calendar',
    async (request, reply) => {
      const { id, roles, summary, timeZone, hidden } = request.body
      const before = provider.state.calendars.find(calendar => calendar.id === id)
      const calendar: Calendar = {
        id,
        summary,
        roles,
        timeZone: timeZone ?? before?.timeZone ?? 'Europe/London',
        primaryOf: before?.primaryOf ?? null,
        ...(hidden !== undefined && { hidden }),
        events: before?.events ?? new Map(),
      }
      const others = provider.state.calendars.filter(other => other !== before)
      provider.state.calendars = [...others, calendar]
      return reply.status(204).send()
    },
  )

  service.post<{ Body: Address }>('/remove-calendar', async (request, reply) => {
    const gone = findCalendar(provider, request.body.calendarId)
    provider.state.calendars = provider.state.calendars.filter(calendar => calendar !== gone)
    return reply.status(204).send()
  })

  service.post<{ Body: Address }>('/events', async request =>
    [...findCalendar(provider, request.body.calendarId).events.values()]
      .map(storedResource)
      .toSorted((left, right) => (dayOf(left.start) < dayOf(right.start) ? -1 : 1)),
  )

  service.post<{ Body: Address & { event: EventEdit } }>('/create-event', async request => {
    const { calendarId, event } = request.body
    return storedResource(createAsPerson(provider, findCalendar(provider, calendarId), event))
  })

  service.post<{ Body: Address & { edit: EventEdit } }>('/edit-event', async request => {
    const { calendarId, edit, eventId } = request.body
    const calendar = findCalendar(provider, calendarId)
    return storedResource(editAsPerson(provider, calendar, eventId, edit))
  })

  service.post<{ Body: Address }>('/remove-event', async (request, reply) => {
    const { calendarId, eventId } = request.body
    removeAsPerson(provider, findCalendar(provider, calendarId), eventId)
    return reply.status(204).send()
  })

  service.post<{ Body: { refuse: boolean } }>('/refuse-undelete', async (request, reply) => {
    provider.switches.refuseUndelete = request.body.refuse
    return reply.status(204).send()
  })

  service.post('/expire-sync-tokens', async (_request, reply) => {
    provider.state.syncEpoch = crypto.randomUUID()
    return reply.status(204).send()
  })

  service.post<{ Body: { size: number | null; emptyFirst?: boolean } }>(
    '/limit-pages',
    async (request, reply) => {
      provider.switches.pageSize = request.body.size
      provider.switches.emptyFirstPage = request.body.emptyFirst ?? false
      return reply.status(204).send()
    },
  )
}
export default calendarData

function findCalendar(provider: Provider, id: string): Calendar {
  const calendar = provider.state.calendars.find(candidate => candidate.id === id)
  if (!calendar) throw notFound()
  return calendar
}

function dayOf(time: { date?: string; dateTime?: string }): string {
  return time.date ?? time.dateTime ?? ''
}
