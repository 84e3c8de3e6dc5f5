import { CalendarError, type RemoteEvent } from '@night-routine/calendar'
import { readOtherInstallation } from '@night-routine/calendar-sync'
import { waits, withinTime } from '@night-routine/service'
import type { Wording } from '@night-routine/wording'
import type { WebContext } from '../../plugins/context.ts'
import type { TypedForm } from '../../plugins/fields.ts'

/**
 * The nights of another installation in a calendar. None where the calendar can't be read now: the first pull says what
 * is wrong there.
 */
export async function findOtherInstallation(
  { db, calendars, clock }: Pick<WebContext, 'db' | 'calendars' | 'clock'>,
  calendarId: string,
): Promise<RemoteEvent[]> {
  const at = { calendarId, now: clock.now() }
  try {
    return await withinTime(readOtherInstallation(db, calendars, at), waits.providerAnswerMs)
  } catch (error) {
    const isLate = error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT'
    if (error instanceof CalendarError || isLate) return []
    throw error
  }
}

/** The question whether to take over a calendar that another installation uses, which posts the form again. */
export function otherInstallationView(
  posted: TypedForm,
  { id, name }: { id: string; name: string },
  { say }: Pick<Wording, 'say'>,
) {
  const fields = Object.entries(posted).flatMap(([field, values]) =>
    [values].flat().map(value => ({ name: field, value })),
  )
  return {
    title: say('calendars.otherInstallationTitle'),
    text: say('calendars.otherInstallation', { name }),
    calendarId: id,
    fields: fields.filter(field => field.name !== 'take_over'),
  }
}
