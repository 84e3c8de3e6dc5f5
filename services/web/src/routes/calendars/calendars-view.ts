import type { CalendarSummary } from '@night-routine/calendar'
import type { Wording } from '@night-routine/wording'

interface CalendarChoice {
  id: string
  name: string
  primary: boolean
  current: boolean
}

/** The calendar page as its template prints it. */
export interface CalendarsView {
  title: string
  writable: CalendarChoice[]
  readOnly: string[]
  /** The selected calendar, where this account can no longer write to it. */
  lost: string | null
  /** False: the provider could not be asked, because the grant is gone. */
  reachable: boolean
  /** Nobody has connected a Google account. */
  absent: boolean
  /** The account that the selected calendar hangs on, where another one is signed in. */
  otherAccount: { connected: string; own: string } | null
  /** A calendar to choose from withholds what is private. */
  hidesPrivate: boolean
  disconnecting: boolean
}

export interface CalendarsFacts {
  /** Null where the grant is gone. */
  calendars: readonly CalendarSummary[] | null
  selected: { calendarId: string; calendarName: string } | undefined
  absent: boolean
  /** Whose grant it is, where that is known. */
  connected: string | undefined
  signedInAs: string
  disconnecting: boolean
  words: Wording
}

/** Which calendars can be chosen, which cannot, and which one is. */
export function calendarsView({
  calendars,
  selected,
  connected,
  signedInAs,
  words,
  ...facts
}: CalendarsFacts): CalendarsView {
  const all = (calendars ?? []).toSorted((one, other) => words.compare(one.name, other.name))
  const writable = all.filter(calendar => calendar.writable)
  return {
    title: words.say('calendars.title'),
    writable: writable.map(({ id, name, primary }) => ({
      id,
      name,
      primary,
      current: id === selected?.calendarId,
    })),
    readOnly: all.filter(calendar => !calendar.writable).map(({ name }) => name),
    lost:
      selected && calendars && !writable.some(({ id }) => id === selected.calendarId)
        ? selected.calendarName
        : null,
    otherAccount:
      selected && connected !== undefined && connected !== signedInAs
        ? { connected, own: signedInAs }
        : null,
    hidesPrivate: writable.some(calendar => calendar.hidesPrivate),
    reachable: calendars !== null,
    ...facts,
  }
}
