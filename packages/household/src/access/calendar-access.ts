import { CalendarError, connectGoogle, type CalendarPort } from '@night-routine/calendar'
import { storedGrant, type Grantor } from './stored-grant.ts'

/**
 * The calendars of the account that the household connected, with its stored grant: renewed under a
 * lock when needed, marked broken when the provider refuses it for good. Calls nobody before it is used.
 * `apiRootUrl` unset: Google.
 */
export function calendarAccess({
  apiRootUrl,
  ...grantor
}: Grantor & { apiRootUrl?: string | undefined }): CalendarPort {
  const grant = storedGrant(grantor)
  const port = connectGoogle({ accessToken: grant.accessToken, apiRootUrl })

  function watched<Words extends unknown[], Answer>(call: (...words: Words) => Promise<Answer>) {
    return async (...words: Words) => {
      try {
        return await call(...words)
      } catch (error) {
        if (error instanceof CalendarError) await grant.refused(error)
        throw error
      }
    }
  }
  return {
    listCalendars: watched(() => port.listCalendars()),
    getEvent: watched((...words) => port.getEvent(...words)),
    insertEvent: watched((...words) => port.insertEvent(...words)),
    updateEvent: watched((...words) => port.updateEvent(...words)),
    removeEvent: watched((...words) => port.removeEvent(...words)),
    listChanges: watched((...words) => port.listChanges(...words)),
    listOurEvents: watched((...words) => port.listOurEvents(...words)),
    watch: watched((...words) => port.watch(...words)),
    stopChannel: watched((...words) => port.stopChannel(...words)),
  }
}
