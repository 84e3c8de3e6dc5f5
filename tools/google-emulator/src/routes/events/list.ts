import { createHash } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { authorize, findCalendar, roleOf } from '../../access.ts'
import { answer } from '../../answer.ts'
import { readListQuery } from '../../events/list-query.ts'
import { listEvents } from '../../events/list.ts'
import type { Query } from '../../events/parameters.ts'
import { eventResource } from '../../events/resource.ts'
import { originOf } from '../../origin.ts'
import { eventListNames } from '../../resource-names.ts'
import type { Provider } from '../../state/provider.ts'

interface Address {
  Params: { calendarId: string }
  Querystring: Query
}

/** events.list */
const list: FastifyPluginAsync<{ provider: Provider }> = async (service, { provider }) => {
  service.get<Address>('/calendars/:calendarId/events', async (request, reply) => {
    const caller = authorize(provider, request, 'readEvents')
    const calendar = findCalendar(provider, caller, request.params.calendarId)
    const view = { calendar, email: caller.email, origin: originOf(request) }
    const { events, ...next } = listEvents(provider, calendar, readListQuery(request.query))
    const resource = {
      kind: 'calendar#events',
      summary: calendar.summary,
      updated:
        events
          .map(event => event.updated)
          .toSorted()
          .at(-1) ?? '1970-01-01T00:00:00.000Z',
      timeZone: calendar.timeZone,
      accessRole: roleOf(calendar, caller),
      defaultReminders: [],
      items: events.map(event => tombstoneAware(eventResource(event, view), provider)),
    }
    // The sync token contains the time; the etag must not.
    const etag = createHash('sha256').update(JSON.stringify(resource)).digest('hex').slice(0, 16)
    return answer(request, reply, { ...resource, etag: `"${etag}"`, ...next }, eventListNames)
  })
}
export default list

function tombstoneAware<Resource extends { etag: string; status: string }>(
  resource: Resource,
  { switches }: Provider,
): Resource {
  const other = switches.tombstones === 'other-etag' && resource.status === 'cancelled'
  return other ? { ...resource, etag: `${resource.etag.slice(0, -1)}t"` } : resource
}
