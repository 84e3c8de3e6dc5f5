// Runs the rows that it is given in the time zone of this process, and sends the results.
import { readNights } from '@night-routine/database'
import { pullCalendar } from '@night-routine/calendar-sync'
import { tonight } from '@night-routine/household'
import { day, planAt, seededDatabase } from '@night-routine/household/testing'
import { connectedProvider } from '../connected-provider.ts'
import { pusher, visible } from '../push/pushing.ts'
import type { ZoneRow } from './zone-table.ts'

/** The result of one row. */
export interface Lived {
  tonight: string
  planned: string[]
  /** The first day of each event, and the day after its last. */
  events: string[]
  /** After the second event was given to Kim. */
  edited: string[]
  shown: string[]
  /** The evening after: tonight and the later nights. */
  next: string[]
}

async function liveThrough(
  t: Parameters<typeof seededDatabase>[0],
  { timeZone, now: text, nights }: ZoneRow,
): Promise<Lived> {
  const now = Temporal.Instant.from(text)
  const db = await seededDatabase(t, { timeZone, lookAheadDays: nights.length })
  const provider = await connectedProvider(t, db)
  const { calendar, control } = provider
  const stored = async () =>
    (await readNights(db, day('2000-01-01'), day('2200-01-01'))).map(
      ({ night, babysitter }) => `${night.toString()}${babysitter ? ` ${babysitter.name}` : ''}`,
    )
  const push = pusher(db, provider)
  const settings = { timeZone, dayTurnsAtHour: 4 }

  await planAt(db, now)
  await push({ at: now })
  const planned = await stored()
  const all = await control.events('family')
  const events = all.map(({ start, end }) => `${start.date} ${end.date}`).toSorted()
  const second = all.find(({ start }) => start.date === nights[1])
  await control.editEvent('family', second?.id ?? '', { summary: '[Kim]' })
  await pullCalendar({ db, calendar, now, check: () => {} })
  await push({ at: now })
  const edited = await stored()
  const shown = visible(await control.events('family')).map(line => line.slice(0, 10))

  const later = now.add({ hours: 24 })
  await planAt(db, later)
  return {
    tonight: tonight(settings, now).toString(),
    planned,
    events,
    edited,
    shown,
    next: [tonight(settings, later).toString(), ...(await stored()).slice(1)],
  }
}

await using running = new AsyncDisposableStack()
const rows = JSON.parse(process.argv[2] ?? '[]') as ZoneRow[]
const lived: Lived[] = []
for (const row of rows) lived.push(await liveThrough({ teardown: end => running.defer(end) }, row))
process.send?.({ processZone: Temporal.Now.timeZoneId(), lived })
