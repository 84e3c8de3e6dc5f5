import { CalendarError } from '@night-routine/calendar'
import { closeNotices, raiseStandingNotice } from '@night-routine/database/calendar'
import type { FailedNight, PushContext } from './push-context.ts'

/** The notice of a night: a refusal stays, a failure is retried, and a race is settled by the next push. */
function noticeOf({ class: errorClass, scope }: CalendarError): Kind | null {
  if (errorClass !== 'retry') return 'night-refused'
  return scope === 'unclear' ? 'night-failed' : null
}

type Kind = 'night-refused' | 'night-failed'

/**
 * Raises notices for the nights whose events failed, and closes those of the others.
 * @throws CalendarError if one failed, so that the push is retried or a person looks at it
 */
export async function reportFailed(
  { db, now }: Pick<PushContext, 'db' | 'now'>,
  failed: readonly FailedNight[],
) {
  const nightsOf = (kind: Kind) =>
    failed.flatMap(({ night, error }) => (noticeOf(error) === kind ? [night] : []))
  for (const kind of ['night-failed', 'night-refused'] as const) {
    const nights = nightsOf(kind)
    for (const night of nights) await raiseStandingNotice(db, kind, now, night)
    await closeNotices(db, [kind], now, { butNotOf: nights })
  }
  for (const kind of ['night-failed', 'night-refused'] as const) {
    const nights = nightsOf(kind)
    if (nights.length > 0) throw new CalendarError(kind, { detail: nights.join(', ') })
  }
  if (failed[0] !== undefined) throw failed[0].error
}
