import type { CalendarSummary } from '@night-routine/calendar'
import type { Wording } from '@night-routine/wording'

interface CalendarChoice {
  id: string
  name: string
  primary: boolean
  current: boolean
}

/** The calendars page. */
export interface CalendarsView {
  title: string
  writable: CalendarChoice[]
  readOnly: string[]
  /** The selected calendar, if this account can no longer write to it. */
  lost: string | null
  /** False if the grant is broken, so the calendars cannot be listed. */
  reachable: boolean
  /** No account is connected. */
  absent: boolean
  /** Whose calendars these are; empty if unknown. */
  account: string
  /** False where nothing is chosen and no account is connected. */
  hasConnection: boolean
  /** Only the person whose account is connected is offered to disconnect it; if unknown, everyone is. */
  mayDisconnect: boolean
  /** The connected account, if a different one is signed in. */
  otherAccount: { connected: string; own: string } | null
  /** One of the calendars hides private events. */
  hidesPrivate: boolean
  disconnecting: boolean
  /** The name of the calendar that we offer to make; null if it is there, or the account may not make any. */
  make: string | null
}

/** What a calendar is called that we make. */
const newCalendarName = 'Night Routine'

/** The calendar to offer to make: the one of our own name, where the account may make it and does not have it. */
export function calendarToMake(
  calendars: readonly CalendarSummary[],
  mayMake: boolean,
): string | null {
  const isThere = calendars.some(({ name, writable }) => writable && name === newCalendarName)
  return mayMake && !isThere ? newCalendarName : null
}

export interface CalendarsFacts {
  /** Null if the grant is broken. */
  calendars: readonly CalendarSummary[] | null
  selected: { calendarId: string; calendarName: string } | undefined
  absent: boolean
  /** The account of the grant, if known. */
  connected: string | undefined
  signedInAs: string
  disconnecting: boolean
  /** Whether the calendars belong to the installation, not to an account that somebody connected. */
  isOwn: boolean
  /** Whether the account may make calendars. */
  mayMake: boolean
  wording: Wording
}

/** Which calendars can be selected, which cannot, and which one is selected. */
export function calendarsView({
  calendars,
  selected,
  connected,
  signedInAs,
  isOwn,
  mayMake,
  wording,
  ...facts
}: CalendarsFacts): CalendarsView {
  const all = (calendars ?? []).toSorted((one, other) => wording.compare(one.name, other.name))
  const writable = all.filter(calendar => calendar.writable)
  return {
    title: wording.say('calendars.title'),
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
    account: connected ?? '',
    hasConnection: !isOwn || selected !== undefined,
    mayDisconnect: connected === undefined || connected === signedInAs,
    otherAccount:
      selected && connected !== undefined && connected !== signedInAs
        ? { connected, own: signedInAs }
        : null,
    hidesPrivate: writable.some(calendar => calendar.hidesPrivate),
    reachable: calendars !== null,
    make: calendars && calendarToMake(calendars, mayMake),
    ...facts,
  }
}
