import { readImportedEvents } from '@night-routine/database/calendar'
import { readJobRequests } from '@night-routine/database/jobs'
import { readHistory } from '@night-routine/database/nights'
import { readHouseholdSettings } from '@night-routine/household'
import {
  packImport,
  previewImport,
  readCsv,
  readNightRoutine,
  saveImport,
  unpackImport,
  type ImportedHousehold,
} from '@night-routine/import'
import {
  alex,
  by,
  day,
  now,
  plain,
  planAt,
  seededDatabase,
  shownNight,
} from '@night-routine/testing/household'
import { householdTransaction, type Database } from '@night-routine/database/connection'
import { readNights } from '@night-routine/database/nights'
import t from 'tap'
import { bytesOf, withNights } from './files.ts'

const importHousehold = (
  db: Database,
  imported: ImportedHousehold,
  as: Parameters<typeof saveImport>[2],
) => householdTransaction(db, trx => saveImport(trx, imported, as))

const unnamed = { parentA: null, parentB: null }
const routine = readNightRoutine(bytesOf(19))
const nightsOf = async (db: Database) =>
  (await readNights(db, day('1900-01-01'), day('2200-01-01'))).map(shownNight)
const entriesOf = async (db: Database) => (await readHistory(db, { limit: 100_000 })).toReversed()

t.test('brings a household in, and the same file again changes nothing', async t => {
  const db = await seededDatabase(t, unnamed)
  const preview = await previewImport(db, routine, { now })
  t.same(await nightsOf(db), [], 'a preview writes nothing')
  t.same(await entriesOf(db), [])

  const { changed, plan } = await importHousehold(db, routine, by)
  t.ok(changed)
  t.same(plain(plan), plain(preview))
  const nights = await nightsOf(db)
  t.equal(nights[0], '2026-09-01 a')
  t.equal(nights[7], '2026-09-08 Aunt Mila (locked)')
  t.ok(nights.includes('2026-11-28 a (locked)'))
  t.ok(nights.includes('2026-12-04 Aunt Mila (locked)'))
  t.ok(nights.includes('2026-12-15 b (locked)'))
  t.equal(nights.length, 81 + 29, 'past nights, and the look-ahead from tonight')
  const { parents, lookAheadDays } = await readHouseholdSettings(db)
  t.same([parents.a.name, parents.b.name, lookAheadDays], ['Nora', 'Elias', 30], 'chosen here')

  const history = await entriesOf(db)
  const imported = history.filter(({ action }) => action === 'nights-imported')
  t.equal(imported.length, 1)
  t.match(imported[0], {
    actor: alex.email,
    after: {
      from: '2026-09-01',
      to: '2026-11-20',
      nights: 81,
      caregivers: { '2026-09-01': 'a' },
      babysitters: { '2026-09-08': 'Aunt Mila' },
    },
  })
  t.same(
    history.flatMap(({ action, night }) => (action === 'night-imported' ? [String(night)] : [])),
    ['2026-11-28', '2026-12-04', '2026-12-15'],
  )
  t.equal(history.filter(({ action }) => action === 'settings-changed').length, 1)

  const requests = await readJobRequests(db)
  t.notOk((await importHousehold(db, routine, by)).changed)
  t.same(await nightsOf(db), nights)
  t.same(await entriesOf(db), history)
  t.same(await readJobRequests(db), requests)
  t.equal((await readImportedEvents(db, 'family', day('2026-11-20'))).length, 26)
})

/** The nights that this household had planned and done. */
const past = (nights: string[]) =>
  nights.filter(night => night < '2026-11-21' && night > '2026-11-16')

t.test('a household that has planned keeps its past, and counts what came in', async t => {
  const db = await seededDatabase(t)
  for (const days of [3, 0]) await planAt(db, now.subtract({ hours: 24 * days }))
  const before = await nightsOf(db)
  const csv = Array.from(
    { length: 20 },
    (_, index) => `${day('2026-10-20').add({ days: index }).toString()},Alex`,
  )
  const { plan } = await importHousehold(
    db,
    readCsv(Buffer.from([...csv, '2026-11-19,Kim'].join('\n'))),
    {
      ...by,
      options: { babysitters: ['Kim'] },
    },
  )
  t.equal(plan.past.length, 20)
  const after = await nightsOf(db)
  t.same(past(after), past(before))
  const explained = (await readNights(db, day('2026-12-19'), day('2026-12-19')))[0]?.explanation
  t.ok((explained?.totals.a ?? 0) >= 20 + 2, 'the nights that came in count')
})

t.test('a refusal writes nothing', async t => {
  const db = await seededDatabase(t, unnamed)
  const near = readCsv(Buffer.from('2026-11-19,Robin\n2026-11-20,Robni'))
  await t.rejects(importHousehold(db, near, by), { name: 'ChangeRefusal' })
  const bracket = readCsv(Buffer.from('2026-11-19,[Robin]\n2026-11-20,Alex'))
  await t.rejects(previewImport(db, bracket, { now }), { name: 'ChangeRefusal' })
  await t.rejects(importHousehold(db, bracket, by), { name: 'ChangeRefusal' })
  t.same([await nightsOf(db), await entriesOf(db)], [[], []])
})

t.test('10,000 nights', async t => {
  const db = await seededDatabase(t, unnamed)
  const imported = readNightRoutine(await withNights(t, '1999-07-06', 10_000))
  await importHousehold(db, imported, by)
  t.equal((await nightsOf(db)).filter(night => night < '2026-11-21').length, 10_000)
})

t.test('a page sends back what a file had', async t => {
  const { unread: _unread, ...sent } = unpackImport(packImport(routine))
  const { unread, ...read } = routine
  t.same(sent, read)
  t.same(unread, [])
  const refused = (text: string) =>
    t.throws(() => unpackImport(text), { message: /page is out of date/ })
  refused('')
  refused('AAAA')
  const pack = (change: object) => packImport({ ...routine, ...change })
  refused(pack({ source: 'elsewhere' }))
  refused(pack({ nights: [{ ...routine.nights[0], night: '2026-02-30' }] }))
  refused(pack({ nights: [{ ...routine.nights[0], kind: 'cat' }] }))
  refused(pack({ settings: { lookAheadDays: '60' } }))
  refused(pack({ calendar: { id: '', name: '' } }))
})
