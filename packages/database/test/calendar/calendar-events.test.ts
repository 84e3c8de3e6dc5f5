import {
  lockCalendarEvents,
  readCalendarEvents,
  readCalendarEventsToRestore,
  readRetiredCalendarEvents,
  replaceCalendarEvents,
  saveCalendarEvents,
  type CalendarEventRow,
} from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { day } from '../nights.ts'
import { plain } from '../plain.ts'

const row: CalendarEventRow = {
  calendarId: 'family',
  night: day('2026-11-21'),
  generation: 0,
  eventId: 'event21',
  etag: '"1"',
  pushedHash: 'hash',
  judgedMeaning: null,
  note: null,
  state: 'present',
  unlisted: false,
}

function nights(rows: CalendarEventRow[]) {
  return rows.map(({ night }) => night.toString())
}

t.test('a mirror row comes back as it was saved, and a later one takes its place', async t => {
  const { db } = await testDatabase(t)
  await saveCalendarEvents(db, { ...row, etag: null, pushedHash: null })
  t.match(await readCalendarEvents(db, 'family'), [{ etag: null, pushedHash: null }])
  await saveCalendarEvents(db, row)
  t.same(plain(await readCalendarEvents(db, 'family')), [plain(row)])
  const later = {
    ...row,
    generation: 1,
    eventId: 'event21b',
    judgedMeaning: 'a text',
    state: 'removed',
  } as const
  await saveCalendarEvents(db, later)
  t.same(plain(await readCalendarEvents(db, 'family')), [plain(later)])
  const another = { ...later, night: day('2026-11-22') }
  await t.rejects(saveCalendarEvents(db, another), { code: '23505' }, 'one event, two nights')
})

t.test('rows are read per calendar, in order, from a night on', async t => {
  const { db } = await testDatabase(t)
  const save = (calendarId: string, date: number, state: CalendarEventRow['state'] = 'present') =>
    saveCalendarEvents(db, {
      ...row,
      calendarId,
      night: day(`2026-11-${date}`),
      eventId: `event${date}`,
      state,
    })
  await save('family', 22)
  await save('family', 21)
  for (const date of [20, 21]) await save('before', date)
  await save('long ago', 22)
  await save('long ago', 21, 'removed')
  t.same(nights(await readCalendarEvents(db, 'family')), ['2026-11-21', '2026-11-22'])
  t.same(nights(await readCalendarEvents(db, 'family', day('2026-11-22'))), ['2026-11-22'])
  t.same(nights(await readCalendarEvents(db, 'unknown')), [])
  const retired = await readRetiredCalendarEvents(db, 'family', day('2026-11-21'))
  t.same(
    retired.map(({ calendarId, night }) => `${calendarId} ${night.toString()}`),
    ['before 2026-11-21', 'long ago 2026-11-22'],
  )
})

t.test('finds past events that a person changed until they are restored', async t => {
  const { db } = await testDatabase(t)
  const states = ['present', 'adopted', 'rejected', 'deleted', 'removed', 'rejected'] as const
  for (const [index, state] of states.entries()) {
    const night = row.night.add({ days: index })
    await saveCalendarEvents(db, { ...row, night, eventId: `event${index}`, state })
  }
  const before = row.night.add({ days: 5 })
  const waiting = await readCalendarEventsToRestore(db, 'family', { before })
  t.same(
    waiting.map(({ state }) => state),
    ['rejected', 'deleted'],
  )
  t.same(await readCalendarEventsToRestore(db, 'other', { before }), [])
})

t.test('a write never replaces what another process has learned since', async t => {
  const { db } = await testDatabase(t)
  await saveCalendarEvents(db, row)
  const written = { ...row, etag: '"2"', pushedHash: 'hash2' }
  t.equal(await replaceCalendarEvents(db, written, row), true)
  t.same(plain(await readCalendarEvents(db, 'family')), [plain(written)])

  for (const learned of [
    { ...row, etag: '"3"' },
    { ...row, state: 'adopted' as const },
    { ...row, pushedHash: null },
    { ...written, eventId: 'event21b', generation: 1 },
  ]) {
    await saveCalendarEvents(db, learned)
    t.equal(await replaceCalendarEvents(db, written, row), false)
    t.same(plain(await readCalendarEvents(db, 'family')), [plain(learned)])
  }
  await saveCalendarEvents(db, { ...row, etag: '"2"', pushedHash: 'of the same version' })
  t.equal(
    await replaceCalendarEvents(db, written, row),
    true,
    'the version itself may be known by now',
  )
})

t.test('our copies are locked while they are compared', async t => {
  const { db } = await testDatabase(t)
  await saveCalendarEvents(db, row)
  await saveCalendarEvents(db, { ...row, night: day('2026-11-22'), eventId: 'event22' })
  let write: Promise<boolean> | undefined
  await transaction(db, async trx => {
    const known = await lockCalendarEvents(trx, 'family', ['event21', 'a stranger'])
    t.same(plain(known), [plain(row)])
    write = replaceCalendarEvents(db, { ...row, etag: '"2"' }, row)
    await saveCalendarEvents(trx, { ...row, etag: '"judged"', state: 'adopted' })
  })
  t.equal(await write, false, 'it waited, and saw what was judged')
  t.match(await readCalendarEvents(db, 'family'), [{ etag: '"judged"' }, { etag: '"1"' }])
  t.same(await transaction(db, trx => lockCalendarEvents(trx, 'family', [])), [])
})
