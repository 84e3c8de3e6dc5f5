import { CalendarError, isCalendarError } from '../errors.ts'
import type { CalendarNotifications, CalendarPort, CalendarQuota, RemoteEvent } from '../port.ts'
import { listCalendars } from './calendar-list.ts'
import { stopChannel, watch } from './channels.ts'
import { changedEvent, eventFields, newEvent, remoteEvent } from './event-body.ts'
import { listChanges, listOurEvents, syncShapeVersion } from './list-events.ts'
import { readBusy } from './read-busy.ts'
import { createRequest, type GoogleOptions, type Request } from './requests.ts'

/**
 * Google allows 600 units a minute for each user, and a PATCH costs three
 * (https://developers.google.com/workspace/calendar/api/guides/quota and the reference of events.patch).
 * A burst of 100 units is enough to write a month of events. With 8 units a second after that, no minute
 * exceeds 580; the rest is for pages and pulls.
 */
const googleQuota: CalendarQuota = {
  burst: 100,
  unitsPerSecond: 8,
  units: { read: 1, insert: 1, update: 3, remove: 1 },
}

/**
 * The calendars of one Google account. Loads Google's client on the first call, so a process that never
 * calls Google does not pay for it.
 */
export function connectGoogle(
  options: GoogleOptions,
): CalendarPort & { notifications: CalendarNotifications } {
  const request = createRequest(options)

  // Google answers 404 both for a missing event and for a missing calendar.
  const inCalendar =
    (calendarId: string): Request =>
    async call => {
      try {
        return await request(call)
      } catch (error) {
        if (isCalendarError(error, 'event-gone')) await expectCalendar(request, calendarId)
        throw error
      }
    }

  return {
    quota: googleQuota,
    remembersRemoved: true,
    syncShapeVersion,

    listCalendars: () => listCalendars(request),

    async getEvent(calendarId, eventId) {
      try {
        return parsed(
          await inCalendar(calendarId)((api, headers) =>
            api.events.get({ calendarId, eventId, fields: eventFields }, { headers }),
          ),
        )
      } catch (error) {
        if (isCalendarError(error, 'event-gone')) return null
        throw error
      }
    },

    async insertEvent(calendarId, draft) {
      return parsed(
        await inCalendar(calendarId)((api, headers) =>
          api.events.insert(
            { calendarId, ...withoutEmails, requestBody: newEvent(draft) },
            { headers },
          ),
        ),
      )
    },

    async updateEvent(calendarId, etag, draft) {
      return parsed(
        await inCalendar(calendarId)((api, headers) =>
          api.events.patch(
            {
              calendarId,
              eventId: draft.eventId,
              ...withoutEmails,
              requestBody: changedEvent(draft),
            },
            { headers: { ...headers, 'If-Match': etag } },
          ),
        ),
      )
    },

    async removeEvent(calendarId, eventId, etag) {
      try {
        await inCalendar(calendarId)((api, headers) =>
          api.events.delete(
            { calendarId, eventId, sendUpdates: 'none' },
            { headers: { ...headers, 'If-Match': etag } },
          ),
        )
      } catch (error) {
        if (!isCalendarError(error, 'event-gone')) throw error
      }
    },

    listChanges: (calendarId, since) => listChanges(inCalendar(calendarId), calendarId, since),
    listOurEvents: (calendarId, range) => listOurEvents(inCalendar(calendarId), calendarId, range),
    readBusy: (calendarId, asked) => readBusy(inCalendar(calendarId), calendarId, asked),
    notifications: {
      watch: (calendarId, channel) => watch(inCalendar(calendarId), calendarId, channel),
      stopChannel: channel => stopChannel(request, channel),
    },
  }
}

const withoutEmails = { sendUpdates: 'none', fields: eventFields } as const

async function expectCalendar(request: Request, calendarId: string) {
  try {
    await request((api, headers) =>
      api.events.list({ calendarId, maxResults: 1, fields: 'etag' }, { headers }),
    )
  } catch (error) {
    throw isCalendarError(error, 'event-gone') ? new CalendarError('calendar-gone') : error
  }
}

function parsed(event: unknown): RemoteEvent {
  const remote = remoteEvent(event)
  if (remote === null) throw new CalendarError('unavailable', { detail: 'not an event' })
  return remote
}
