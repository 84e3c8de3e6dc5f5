import {
  CalendarError,
  connectOwn,
  ownCalendarId,
  type CalendarCall,
  type CalendarPort,
  type OpenCalendarProvider,
} from '@night-routine/calendar'
import { ownEvents } from './own-events.ts'
import { storedGrant, type GrantStore, type StoredGrant } from './stored-grant.ts'

/** A finished call to the provider; one call may be several HTTP requests. */
export interface ProviderCall {
  call: CalendarCall
  /** `ok`, the reason of a CalendarError, or `broken` for any other error. */
  outcome: string
  milliseconds: number
}

/**
 * The household's calendars. Those of the connected account need its stored grant, which is renewed under a lock
 * when needed, and marked broken when the provider refuses it for good. The own calendar works with every provider, so
 * that a household that chose another one can leave it in order. Makes no call before the first use.
 * `onCall` is called after each call, successful or not.
 */
export function calendarAccess(
  options: GrantStore & {
    provider: Pick<OpenCalendarProvider, 'connect' | 'grants'>
    onCall?: ((call: ProviderCall) => void) | undefined
  },
): CalendarPort {
  const { provider, onCall, ...store } = options
  const { grants } = provider
  const grant = grants === null ? noGrant : storedGrant({ ...store, grants })
  const port = provider.connect(grant.accessToken, ownEvents(store.db))
  const own = connectOwn(ownEvents(store.db))
  const at = (calendarId: string) => (calendarId === ownCalendarId ? own : port)
  const { notifications, createCalendar } = port

  function watched<Args extends unknown[], Answer>(
    name: CalendarCall,
    call: (...args: Args) => Promise<Answer>,
  ) {
    return async (...args: Args) => {
      const startedAt = performance.now()
      let outcome = 'broken'
      try {
        const answer = await call(...args)
        outcome = 'ok'
        return answer
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error
        outcome = error.reason
        await grant.refused(error)
        throw error
      } finally {
        onCall?.({ call: name, outcome, milliseconds: Math.round(performance.now() - startedAt) })
      }
    }
  }
  return {
    ...port,
    listCalendars: watched('listCalendars', () => port.listCalendars()),
    ...(createCalendar && { createCalendar: watched('createCalendar', createCalendar) }),
    getEvent: watched('getEvent', (...args) => at(args[0]).getEvent(...args)),
    insertEvent: watched('insertEvent', (...args) => at(args[0]).insertEvent(...args)),
    updateEvent: watched('updateEvent', (...args) => at(args[0]).updateEvent(...args)),
    removeEvent: watched('removeEvent', (...args) => at(args[0]).removeEvent(...args)),
    listChanges: watched('listChanges', (...args) => at(args[0]).listChanges(...args)),
    listOurEvents: watched('listOurEvents', (...args) => at(args[0]).listOurEvents(...args)),
    readBusy: watched('readBusy', (...args) => at(args[0]).readBusy(...args)),
    ...(notifications && {
      notifications: {
        watch: watched('watch', (...args) => notifications.watch(...args)),
        stopChannel: watched('stopChannel', (...args) => notifications.stopChannel(...args)),
      },
    }),
  }
}

/** For a provider with an account of the installation. */
const noGrant: StoredGrant = {
  accessToken: async () => {
    throw new Error('This provider has no grant.')
  },
  refused: async () => undefined,
}
