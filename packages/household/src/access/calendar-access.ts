import { connectGoogle, type CalendarPort } from '@night-routine/calendar'
import { storedAccess, type Grantor } from './access-token.ts'

/**
 * The calendars of the account that the household connected, with the stored token: renewed under a
 * lock when needed, marked broken when the provider takes the grant back. Calls nobody before it is used.
 * `apiRootUrl` unset: Google.
 */
export function calendarAccess({
  apiRootUrl,
  ...grantor
}: Grantor & { apiRootUrl?: string | undefined }): CalendarPort {
  return connectGoogle({
    accessToken: storedAccess(grantor),
    ...(apiRootUrl !== undefined && { apiRootUrl }),
  })
}
