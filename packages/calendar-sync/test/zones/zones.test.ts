import { readNights } from '@night-routine/database/nights'
import { pullCalendar } from '@night-routine/calendar-sync'
import { tonight } from '@night-routine/household'
import { day, planAt, seededDatabase } from '@night-routine/testing/household'
import t, { type Test } from 'tap'
import { connectedProvider } from '../connected-provider.ts'
import { pusher, visible } from '../push/pushing.ts'
import { zoneTable, type ZoneRow } from './zone-table.ts'

const dayAfter = (night: string) => day(night).add({ days: 1 }).toString()

/** Plans, pushes, edits, pulls and plans again. */
async function checkRow(t: Test, { timeZone, now: text, nights, ...expected }: ZoneRow) {
  const now = Temporal.Instant.from(text)
  const settings = { timeZone, dayTurnsAtHour: 4 }
  const db = await seededDatabase(t, { timeZone, lookAheadDays: nights.length })
  const provider = await connectedProvider(t, db)
  const { calendar, control } = provider
  const push = pusher(db, provider)
  const stored = async () =>
    (await readNights(db, day('2000-01-01'), day('2200-01-01'))).map(
      ({ night, babysitter }) => `${night.toString()}${babysitter ? ` ${babysitter.name}` : ''}`,
    )

  t.equal(tonight(settings, now).toString(), expected.tonight)
  await planAt(db, now)
  await push({ at: now })
  t.same(await stored(), nights, 'planned')
  const all = await control.events('family')
  t.same(
    all.map(({ start, end }) => `${start.date} ${end.date}`).toSorted(),
    nights.map(night => `${night} ${dayAfter(night)}`),
    'each night has one event of one day',
  )

  const second = all.find(({ start }) => start.date === nights[1])
  await control.editEvent('family', second?.id ?? '', { summary: '[Kim]' })
  await pullCalendar({ db, calendar, now, check: () => {} })
  await push({ at: now })
  const edited = nights.map((night, place) => (place === 1 ? `${night} Kim` : night))
  t.same(await stored(), edited, 'the edit counts for its night')
  const shown = visible(await control.events('family')).map(line => line.slice(0, 10))
  t.same(shown, nights, 'no event moved')

  const later = now.add({ hours: 24 })
  await planAt(db, later)
  t.equal(tonight(settings, later).toString(), nights[1], 'the evening after')
  t.same((await stored()).slice(1), [...edited.slice(1), dayAfter(nights[3])])
}

const isLong = process.env['LONG_TESTS'] !== undefined

for (const [turn, processZone] of ['Pacific/Auckland', 'America/Los_Angeles'].entries())
  t.test(`nights and events agree in a process in ${processZone}`, async t => {
    const before = process.env['TZ']
    t.teardown(() => {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    })
    process.env['TZ'] = processZone
    t.equal(Temporal.Now.timeZoneId(), processZone)
    // In npm test, each zone takes every other row.
    for (const row of zoneTable.filter((_, index) => isLong || index % 2 === turn))
      await t.test(`${row.what}, ${row.timeZone}`, t => checkRow(t, row))
  })
