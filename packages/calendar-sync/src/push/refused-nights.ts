import { CalendarError } from '@night-routine/calendar'
import { closeNotices, raiseStandingNotice } from '@night-routine/database'
import type { PushContext } from './push-context.ts'

/** After this many refusals in a row the whole calendar is taken as refused. */
const mostInARow = 5

/** A refusal that may affect one night only. */
const ofOneNight = new Set<CalendarError['reason']>(['forbidden', 'request-refused', 'event-stale'])

/** Handles single nights that the provider refuses. */
export interface RefusedNights {
  /** Runs the work of a night. A refusal is reported at the end, unless it affects the whole calendar. */
  attempt: (night: Temporal.PlainDate, work: () => Promise<void>) => Promise<void>
  /**
   * Raises notices for refused nights and closes those of the others.
   * @throws CalendarError if a night was refused, so that the push is retried
   */
  report: () => Promise<void>
}

/** Lets a push continue after the provider refused a night. */
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
