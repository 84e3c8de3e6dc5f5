import {
  CalendarError,
  connectGoogle,
  type CalendarCall,
  type CalendarPort,
} from '@night-routine/calendar'
import { storedGrant, type Grantor } from './stored-grant.ts'

/** Runs a call within a span. */
export type TraceCall = <Answer>(
  name: string,
  attributes: Record<string, string>,
  work: () => Promise<Answer>,
) => Promise<Answer>

/** A finished call to the provider; one call may be several HTTP requests. */
export interface ProviderCall {
  call: CalendarCall
  /** `ok`, the reason of a CalendarError, or `broken` for any other error. */
  outcome: string
  milliseconds: number
}

/**
 * The calendars of the connected account, with its stored grant. The grant is renewed under a lock when needed,
 * and marked broken when the provider refuses it for good. Makes no call before the first use. `apiRootUrl` is
 * Google's by default. `onCall` is called after each call, successful or not.
 */
export function calendarAccess({
  apiRootUrl,
  onCall,
  traced = (_name, _attributes, work) => work(),
  ...grantor
}: Grantor & {
  apiRootUrl?: string | undefined
  onCall?: ((call: ProviderCall) => void) | undefined
  traced?: TraceCall | undefined
}): CalendarPort {
  const grant = storedGrant(grantor)
  const port = connectGoogle({ accessToken: grant.accessToken, apiRootUrl })

  function watched<Words extends unknown[], Answer>(
    name: CalendarCall,
    call: (...words: Words) => Promise<Answer>,
  ) {
    return async (...words: Words) => {
      const startedAt = performance.now()
      let outcome = 'broken'
      try {
        const answer = await traced(`provider ${name}`, {}, () => call(...words))
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
    quota: port.quota,
    listCalendars: watched('listCalendars', () => port.listCalendars()),
    getEvent: watched('getEvent', (...words) => port.getEvent(...words)),
    insertEvent: watched('insertEvent', (...words) => port.insertEvent(...words)),
    updateEvent: watched('updateEvent', (...words) => port.updateEvent(...words)),
    removeEvent: watched('removeEvent', (...words) => port.removeEvent(...words)),
    listChanges: watched('listChanges', (...words) => port.listChanges(...words)),
    listOurEvents: watched('listOurEvents', (...words) => port.listOurEvents(...words)),
    watch: watched('watch', (...words) => port.watch(...words)),
    stopChannel: watched('stopChannel', (...words) => port.stopChannel(...words)),
  }
}
