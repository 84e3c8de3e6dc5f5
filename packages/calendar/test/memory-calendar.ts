import { CalendarError, type CalendarPort, type RemoteEvent } from '@night-routine/calendar'
import type { EmulatorEvent, EventEdit } from '@night-routine/google-emulator'

interface Kept extends RemoteEvent {
  location: string
  /** The version of the calendar that has it. */
  version: number
}

const id = 'family'
const dateOf = (time: EventEdit['start'], before: Temporal.PlainDate | null) => {
  if (time === undefined) return before
  return typeof time.date === 'string' ? Temporal.PlainDate.from(time.date) : null
}

const isThere = ({ status }: RemoteEvent) => status !== 'cancelled'
const drafted = ({
  summary,
  description,
  night,
  properties,
}: Parameters<CalendarPort['insertEvent']>[1]) => ({
  status: 'confirmed' as const,
  summary,
  description,
  startDate: night,
  endDate: night.add({ days: 1 }),
  repeats: false,
  properties: { ...properties },
})

/**
 * One calendar in memory, for properties that need many runs: versions, changes since a token, and removed events, which
 * it lists like Google, or forgets like a CalDAV server. It keeps the contract of the port, but knows no busy hours.
 */
export function memoryCalendar({ remembersRemoved }: { remembersRemoved: boolean }) {
  const kept = new Map<string, Kept>()
  const requests: { method: string; path: string }[] = []
  let version = 0
  let oldestToken = 0
  let restores = 0
  let isGone = false
  let losesAnswer = false
  let meanwhile: (() => Promise<unknown>) | undefined

  const find = (eventId: string) => {
    const event = kept.get(eventId)
    return event && (remembersRemoved || isThere(event)) ? event : undefined
  }
  const shown = ({ location: _location, version: _version, ...event }: Kept): RemoteEvent =>
    isThere(event) ? event : { ...event, summary: '', startDate: null, endDate: null }

  function put(eventId: string, change: Partial<RemoteEvent & { location: string }>): RemoteEvent {
    version += 1
    const before = kept.get(eventId) ?? {
      description: '',
      repeats: false,
      properties: {},
      location: '',
    }
    const blank = { status: 'confirmed', summary: '', startDate: null, endDate: null } as const
    const event = { ...blank, ...before, ...change, eventId, etag: `"${version}"`, version }
    kept.set(eventId, event)
    return shown(event)
  }

  /** Records a request; what happens meanwhile happens before a write, and after a read of changes. */
  async function asked(method: string, calendarId: string): Promise<void> {
    requests.push({ method, path: `/calendar/${calendarId}` })
    if (isGone || calendarId !== id) throw new CalendarError('calendar-gone')
    if (method !== 'GET') await happen()
  }

  async function happen(): Promise<void> {
    const work = meanwhile
    meanwhile = undefined
    await work?.()
  }

  function answered<Answer>(answer: Answer): Answer {
    if (losesAnswer) {
      losesAnswer = false
      throw new CalendarError('unavailable')
    }
    return answer
  }

  const calendar: CalendarPort = {
    quota: {
      burst: 1000,
      unitsPerSecond: 1000,
      units: { read: 1, insert: 1, update: 1, remove: 1 },
    },
    remembersRemoved,
    syncShapeVersion: 1,
    async listCalendars() {
      return [{ id, name: 'Family', writable: true, primary: false, timeZone: null }]
    },
    async getEvent(calendarId, eventId) {
      await asked('GET', calendarId)
      const event = find(eventId)
      return event ? shown(event) : null
    },
    async insertEvent(calendarId, draft) {
      await asked('POST', calendarId)
      if (find(draft.eventId)) throw new CalendarError('event-exists')
      return answered(put(draft.eventId, drafted(draft)))
    },
    async updateEvent(calendarId, etag, draft) {
      await asked('PATCH', calendarId)
      const event = find(draft.eventId)
      if (!event) throw new CalendarError('event-gone')
      if (event.etag !== etag) throw new CalendarError('event-stale')
      return answered(put(draft.eventId, drafted(draft)))
    },
    async removeEvent(calendarId, eventId, etag) {
      await asked('DELETE', calendarId)
      const event = find(eventId)
      if (!event || !isThere(event)) return
      if (event.etag !== etag) throw new CalendarError('event-stale')
      put(eventId, { status: 'cancelled' })
      answered(undefined)
    },
    async listChanges(calendarId, { syncToken }) {
      await asked('GET', calendarId)
      const [since, of] = syncToken === null ? [0, restores] : syncToken.split(' ').map(Number)
      if (since === undefined || Number.isNaN(since) || (syncToken !== null && since < oldestToken))
        throw new CalendarError('sync-token-expired')
      const changed = [...kept.values()].filter(
        event => event.version > since && (syncToken !== null || find(event.eventId)),
      )
      const changes = {
        events: changed.map(shown),
        nextSyncToken: `${version} ${restores}`,
        mayHaveMissed: changed.length === 0 && of !== restores,
      }
      await happen()
      return changes
    },
    async listOurEvents(calendarId, { from }) {
      await asked('GET', calendarId)
      return [...kept.values()]
        .filter(({ eventId, properties, endDate }) => {
          const isLater = endDate === null || Temporal.PlainDate.compare(endDate, from) > 0
          return find(eventId) && properties['app'] === 'night-routine' && isLater
        })
        .map(shown)
    },
    async readBusy() {
      throw new Error('This calendar knows no hours.')
    },
  }

  return {
    calendar,
    calendarId: id,
    control: {
      requests: async () => requests,
      clearRequests: async () => void requests.splice(0),
      events: async (): Promise<EmulatorEvent[]> =>
        [...kept.values()].map(({ eventId, etag, status, summary, startDate, location }) => {
          const start = startDate === null ? {} : { date: startDate.toString() }
          return {
            id: eventId,
            etag,
            status,
            summary,
            location,
            start,
            end: {},
            created: '',
            updated: '',
          }
        }),
      /** Where removed events are forgotten, a client that edits one makes it again. */
      async editEvent(_calendarId: string, eventId: string, edit: EventEdit): Promise<void> {
        const before = kept.get(eventId)
        if (!before) throw new Error(`there is no event ${eventId}`)
        const status = edit.status ?? (remembersRemoved ? before.status : 'confirmed')
        const { summary, description, location, recurrence } = edit
        put(eventId, {
          status,
          ...(typeof summary === 'string' && { summary }),
          ...(typeof description === 'string' && { description }),
          ...(typeof location === 'string' && { location }),
          ...(recurrence !== undefined && { repeats: recurrence !== null }),
          startDate: dateOf(edit.start, before.startDate),
          endDate: dateOf(edit.end, before.endDate),
        })
      },
      createEvent: async (eventId: string, summary: string, startDate: Temporal.PlainDate) =>
        put(eventId, { summary, startDate, endDate: startDate.add({ days: 1 }) }),
      async removeEvent(_calendarId: string, eventId: string): Promise<void> {
        put(eventId, { status: 'cancelled' })
      },
      removeCalendar: () => {
        isGone = true
      },
      /** @returns what puts the events back as they are now; the server may forget the sync tokens since, too */
      backUp: () => {
        const then = [...kept]
        return ({ forgetsTokens }: { forgetsTokens: boolean }) => {
          kept.clear()
          for (const [eventId, event] of then) kept.set(eventId, event)
          restores += 1
          if (forgetsTokens) oldestToken = version += 1
        }
      },
    },
    trouble: {
      expireSyncTokens: async () => {
        version += 1
        oldestToken = version
      },
      /** The answer to the next write is lost. */
      loseAnswer: async () => {
        losesAnswer = true
      },
      clearFaults: async () => {
        losesAnswer = false
        meanwhile = undefined
      },
      /** Something happens once, while the next write or read of changes runs. */
      meanwhile: (work: () => Promise<unknown>) => {
        meanwhile = work
      },
    },
  }
}
