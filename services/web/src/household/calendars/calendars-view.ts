import { ownCalendarId, type CalendarSummary } from '@night-routine/calendar'
import type { Wording } from '@night-routine/wording'

/** What a calendar is called that we make. */
const newCalendarName = 'Night Routine'

/** The calendar to offer to make: the one of our own name, where the account may make it and does not have it. */
export function calendarToMake(calendars: readonly CalendarSummary[], mayMake: boolean) {
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
  /** Whether a parent can choose another provider, at home. */
  hasSetUpPage: boolean
  wording: Wording
}

/** Which calendars can be selected, which cannot, and which one is selected. */
export function calendarsView(facts: CalendarsFacts) {
  const { calendars, selected, connected, signedInAs, isOwn, mayMake, wording, ...shown } = facts
  const all = (calendars ?? []).toSorted((one, other) => wording.compare(one.name, other.name))
  const writable = all.filter(calendar => calendar.writable)
  return {
    title: wording.say('calendars.title'),
    /** The own calendar is selected: there is no other one to choose. */
    own: selected?.calendarId === ownCalendarId,
    writable: writable.map(({ id, name, primary }) => ({
      id,
      name,
      primary,
      current: id === selected?.calendarId,
    })),
    readOnly: all.filter(calendar => !calendar.writable).map(({ name }) => name),
    /** The selected calendar, if this account can no longer write to it. */
    lost:
      selected && calendars && !writable.some(({ id }) => id === selected.calendarId)
        ? selected.calendarName
        : null,
    account: connected ?? '',
    /** False where nothing is chosen and no account is connected. */
    hasConnection: !isOwn || selected !== undefined,
    /** Only the person whose account is connected is offered to disconnect it; if unknown, everyone is. */
    mayDisconnect: connected === undefined || connected === signedInAs,
    /** The connected account, if a different one is signed in. */
    otherAccount:
      selected && connected !== undefined && connected !== signedInAs
        ? { connected, own: signedInAs }
        : null,
    hidesPrivate: writable.some(calendar => calendar.hidesPrivate),
    reachable: calendars !== null,
    make: calendars && calendarToMake(calendars, mayMake),
    ...shown,
  }
}
