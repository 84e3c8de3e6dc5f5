import type { CalendarPort } from '@night-routine/calendar'
import { readCalendarEvents, readNotices, readSync } from '@night-routine/database/calendar'
import { transaction, type Database } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import { readHistory, readNights, type FirstValues } from '@night-routine/database/nights'
import type { EmulatorEvent, EventEdit } from '@night-routine/google-emulator'
import { pullCalendar } from '@night-routine/calendar-sync'
import { readSettings, saveSettings } from '@night-routine/household'
import { day, plain, planAt, seededDatabase, shownNight } from '@night-routine/testing/household'
import { connectedProvider } from '../connected-provider.ts'
import { now, pusher, visible } from '../push/pushing.ts'

export const routine = '🌃👶Routine'

export interface PullOptions {
  calendar?: CalendarPort
  check?: () => void
  at?: Temporal.Instant
}

/** A connected provider whose calendar a person edits, and whose requests are recorded. */
export interface LivingProvider {
  calendar: CalendarPort
  /** The selected calendar. */
  calendarId: string
  control: {
    requests: () => Promise<{ method: string; path: string }[]>
    clearRequests: () => Promise<void>
    editEvent: (calendarId: string, eventId: string, edit: EventEdit) => Promise<unknown>
    removeEvent: (calendarId: string, eventId: string) => Promise<void>
    events: (
      calendarId: string,
    ) => Promise<Pick<EmulatorEvent, 'id' | 'etag' | 'status' | 'start' | 'summary'>[]>
  }
}

/** Plans more nights, or fewer. */
export async function lookAhead(db: Database, lookAheadDays: number) {
  const settings = { ...(await readSettings(db)), lookAheadDays }
  await transaction(db, trx => saveSettings(trx, settings))
  await planAt(db, now)
}

/** A living calendar at the emulator. */
export const livingCalendar = async (
  t: Parameters<typeof seededDatabase>[0],
  first: Partial<FirstValues> = {},
) =>
  livingCalendarAt(
    async db => ({ ...(await connectedProvider(t, db)), calendarId: 'family' }),
    t,
    first,
  )

/**
 * A household whose nights from 20 November 2026 on are planned, pushed, and pulled once, with helpers for
 * tests. Alex (a) has even nights, Robin (b) odd ones, unless `first` changes that.
 */
export async function livingCalendarAt<Provider extends LivingProvider>(
  connect: (db: Database) => Promise<Provider>,
  t: Parameters<typeof seededDatabase>[0],
  first: Partial<FirstValues> = {},
) {
  const db = await seededDatabase(t, { lookAheadDays: 6, ...first })
  const provider = await connect(db)
  const { calendar, calendarId, control } = provider
  await planAt(db, now)
  const push = pusher(db, provider)
  await push()

  async function pull(options: PullOptions = {}) {
    await control.clearRequests()
    const outcome = await pullCalendar({
      db,
      calendar: options.calendar ?? calendar,
      now: options.at ?? now,
      check: options.check ?? (() => {}),
    })
    return { ...outcome, calls: await calls() }
  }

  async function calls() {
    const requests = await control.requests()
    return requests.filter(({ path }) => path.startsWith('/calendar/')).map(({ method }) => method)
  }

  async function eventId(night: string): Promise<string> {
    const rows = await readCalendarEvents(db, calendarId, day(night))
    const row = rows.find(one => one.night.equals(day(night)))
    if (row === undefined) throw new Error(`${night} was never pushed`)
    return row.eventId
  }

  await pull()
  return {
    db,
    ...provider,
    push,
    pull,
    /** Edits the event of a night as a person. */
    edit: async (night: string, change: EventEdit) =>
      control.editEvent(calendarId, await eventId(night), change),
    /** Removes the event of a night as a person. */
    remove: async (night: string) => control.removeEvent(calendarId, await eventId(night)),
    eventId,
    /** "2026-11-20 [Alex] …", in order. */
    events: async () => visible(await control.events(calendarId)),
    /** "2026-11-21 a", "… Kim (locked)", "… open", in order. */
    nights: async () =>
      (await readNights(db, day('2000-01-01'), day('2200-01-01'))).map(shownNight),
    state: async (night: string) =>
      (await readCalendarEvents(db, calendarId)).find(row => row.night.equals(day(night)))?.state,
    notices: async () =>
      (await readNotices(db)).map(({ kind, night }) => `${kind} ${night?.toString() ?? ''}`.trim()),
    /** The history since the start, without planning: "edit-rejected 2026-11-20". */
    history: async () =>
      (await readHistory(db, { limit: 1000 }))
        .toReversed()
        .filter(({ action }) => !action.startsWith('nights-') && action !== 'night-replanned')
        .map(({ action, night }) => `${action} ${night?.toString() ?? ''}`.trim()),
    requested: async (kind: 'pull' | 'push') =>
      Number((await readJobRequests(db)).find(work => work.kind === kind)?.requestNumber ?? 0n),
    sync: async () => plain(await readSync(db, calendarId)),
    token: async () => (await readSync(db, calendarId))?.syncToken,
    /** Pulls and pushes until nothing is written any more; returns the calls it took. */
    waitUntilIdle: async ({ isQuiet = atMostOneCall }: { isQuiet?: typeof atMostOneCall } = {}) => {
      const all = [...(await pull()).calls, ...(await push()).calls]
      for (let round = 0; round < 3; round += 1) {
        const more = [...(await pull()).calls, ...(await push()).calls]
        if (!isQuiet(more, round)) throw new Error(`round ${round} still called ${more.join(' ')}`)
      }
      return all
    },
  }
}

function atMostOneCall(calls: readonly string[], _round: number): boolean {
  return calls.length <= 1
}
