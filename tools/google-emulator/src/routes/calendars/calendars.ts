import { createHash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { authorize, findCalendar, roleOf } from '../../access.ts'
import type { Caller } from '../../access.ts'
import { answer } from '../../answer.ts'
import { positiveInteger, text } from '../../events/parameters.ts'
import type { Query } from '../../events/parameters.ts'
import { readPageToken, writePageToken } from '../../events/tokens.ts'
import { calendarListNames, calendarNames } from '../../resource-names.ts'
import type { Provider } from '../../state/provider.ts'
import type { Calendar } from '../../state/state.ts'

const calendars: FastifyPluginAsync<{ provider: Provider }> = async (service, { provider }) => {
  const caller = (request: FastifyRequest) => authorize(provider, request, 'listCalendars')

  service.get<{ Querystring: Query }>('/users/me/calendarList', async (request, reply) => {
    const { email, scopes } = caller(request)
    const { query } = request
    const showHidden = text(query, 'showHidden') === 'true'
    const size = Math.min(positiveInteger(query, 'maxResults') ?? 100, 250)
    const pageToken = text(query, 'pageToken')
    const shape = `calendarList ${email} ${showHidden}`
    const after = pageToken === undefined ? '' : readPageToken(pageToken, shape).after

    const rest = provider.state.calendars
      .filter(({ id, hidden }) => id > after && (showHidden || hidden !== true))
      .map(calendar => calendarResource(calendar, { email, scopes }))
      .filter(({ accessRole }) => accessRole !== undefined)
      .toSorted((left, right) => (left.id < right.id ? -1 : 1))
    const items = rest.slice(0, Math.min(size, provider.switches.pageSize ?? Infinity))
    const last = items.at(-1)
    const more = last && items.length < rest.length
    return answer(
      request,
      reply,
      {
        kind: 'calendar#calendarList',
        etag: etag(items),
        ...(more && {
          nextPageToken: writePageToken({ after: last.id, revision: 0, fingerprint: shape }),
        }),
        items,
      },
      calendarListNames,
    )
  })

  service.get<{ Params: { calendarId: string } }>(
    '/users/me/calendarList/:calendarId',
    async (request, reply) => {
      const who = caller(request)
      const calendar = findCalendar(provider, who, request.params.calendarId)
      return answer(request, reply, calendarResource(calendar, who), calendarNames)
    },
  )
}
export default calendars

function calendarResource(calendar: Calendar, caller: Caller) {
  const { id, summary, timeZone, primaryOf, hidden } = calendar
  const resource = {
    kind: 'calendar#calendarListEntry',
    id,
    summary,
    timeZone,
    colorId: '14',
    backgroundColor: '#9fe1e7',
    foregroundColor: '#000000',
    selected: true,
    accessRole: roleOf(calendar, caller),
    defaultReminders: [],
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    ...(primaryOf === caller.email && { primary: true }),
    ...(hidden === true && { hidden }),
  }
  return { ...resource, etag: etag(resource) }
}

function etag(content: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)}"`
}
