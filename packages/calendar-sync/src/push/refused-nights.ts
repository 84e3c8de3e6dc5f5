import { CalendarError } from '@night-routine/calendar'
import { closeNotices, raiseStandingNotice } from '@night-routine/database'
import type { PushContext } from './push-context.ts'

/** So many refusals in a row are about the calendar, whatever the list of calendars says. */
const mostInARow = 5

/** A refusal that says nothing about the other nights. */
const ofOneNight = new Set<CalendarError['reason']>(['forbidden', 'request-refused', 'event-stale'])

/** What a push does about single nights that the provider refuses. */
export interface RefusedNights {
  /** Does the work of a night. A refusal is kept for the end, unless it concerns the whole calendar. */
  attempt: (night: Temporal.PlainDate, work: () => Promise<void>) => Promise<void>
  /**
   * Tells people which nights were refused, and which no longer are.
   * @throws CalendarError where there were any, so that they are tried again
   */
  report: () => Promise<void>
}

/** One refused night must not keep the later ones out of the calendar. */
export function refusedNights({
  db,
  calendar,
  calendarId,
  now,
}: Pick<PushContext, 'db' | 'calendar' | 'calendarId' | 'now'>): RefusedNights {
  const refused: { night: Temporal.PlainDate; error: CalendarError }[] = []
  let inARow = 0
  return {
    async attempt(night, work) {
      try {
        await work()
        inARow = 0
      } catch (error) {
        if (!(error instanceof CalendarError && ofOneNight.has(error.reason))) throw error
        inARow += 1
        if (inARow >= mostInARow) throw error
        if (error.reason === 'forbidden' && !(await calendar.isWritable(calendarId))) throw error
        refused.push({ night, error })
      }
    },
    async report() {
      const standing = refused.filter(({ error }) => error.class !== 'retry')
      const nights = standing.map(({ night }) => night)
      for (const night of nights) await raiseStandingNotice(db, 'night-refused', now, night)
      await closeNotices(db, ['night-refused'], now, { butNotOf: nights })
      if (standing.length > 0)
        throw new CalendarError('night-refused', { detail: nights.join(', ') })
      if (refused[0] !== undefined) throw refused[0].error
    },
  }
}
