import { transaction } from '@night-routine/database/connection'
import {
  countByWeekday,
  countRecord,
  readAssigned,
  readAssignment,
  readNights,
  readNightsForHome,
  readRecord,
  removeNights,
  saveNights,
} from '@night-routine/database/nights'
import { testDatabase, waitsForLock } from '@night-routine/testing/database'
import t from 'tap'
import { day, explanation, planned } from '../nights.ts'
import { bookBabysitter } from '../overrides.ts'
import { plain } from '../plain.ts'
import { until } from '../until.ts'

const today = day('2026-11-20')

t.test('a planned night comes back; another save raises its revision', async t => {
  const { db } = await testDatabase(t)
  t.equal(await transaction(db, trx => saveNights(trx, [planned('2026-11-21', 'a')], today)), 1n)
  const [night] = await readNights(db, day('2026-11-01'), day('2026-11-30'))
  t.match(plain(night), {
    id: '1',
    night: '2026-11-21',
    caregiver: 'a',
    babysitter: null,
    reason: 'Total Count',
    override: false,
    decidedOn: '2026-11-20',
    revision: '1',
  })
  t.equal(JSON.stringify(night?.explanation), JSON.stringify(explanation), 'key for key')
  t.ok(night?.createdAt instanceof Temporal.Instant)
  const open = { ...planned('2026-11-22', 'a'), caregiver: null, reason: null }
  const next = [planned('2026-11-21', 'b'), open]
  t.equal(await transaction(db, trx => saveNights(trx, next, day('2026-11-21'))), 2n)
  const again = await readAssignment(db, 1n)
  t.match(again, { caregiver: 'b', revision: 2n })
  t.equal(String(again?.decidedOn), '2026-11-21')
  t.ok(again && Temporal.Instant.compare(again.updatedAt, again.createdAt) > 0)
  const [, second] = await readNights(db, day('2026-11-01'), day('2026-11-30'))
  t.match(second, { caregiver: null, reason: null, babysitter: null })
})

t.test('the record holds who did the nights before a date, and counts them', async t => {
  const { db } = await testDatabase(t)
  const nights = [
    planned('2026-11-16', 'b'),
    planned('2026-11-17', 'a'),
    { ...planned('2026-11-18', 'a'), caregiver: null, reason: null },
    planned('2026-11-19', 'a'),
    planned('2026-11-20', 'b'),
    planned('2026-11-21', 'a'),
  ]
  await transaction(db, trx => saveNights(trx, nights, today))
  await bookBabysitter(db, '2026-11-19', 'Dana')
  const before = day('2026-11-21')
  const [from, since] = [day('2026-11-17'), day('2026-11-20')]
  t.same(plain(await readRecord(db, { from, since: from, before })), [
    { night: '2026-11-17', caregiver: 'a' },
    { night: '2026-11-18', caregiver: null },
    { night: '2026-11-19', caregiver: 'babysitter' },
    { night: '2026-11-20', caregiver: 'b' },
  ])
  const first = async (range: Parameters<typeof readRecord>[1]) =>
    plain((await readRecord(db, range))[0]?.night)
  t.equal(await first({ from: null, since: before, before }), '2026-11-17', 'the last night of a')
  t.equal(await first({ from: null, since, before }), '2026-11-16', 'the last night of b before')
  t.equal(await first({ from, since, before }), '2026-11-17', 'the first that counts')
  t.same(await countRecord(db, { from: null, before }), { a: 1, b: 2, nights: 5 })
  t.same(await countRecord(db, { from: day('2026-11-17'), before }), { a: 1, b: 1, nights: 4 })
  t.same(await countRecord(db, { from: before, before }), { a: 0, b: 0, nights: 0 })
  t.same(plain(await readAssigned(db, { from: day('2026-11-19'), to: day('2026-11-20') })), [
    { night: '2026-11-19', caregiver: 'babysitter', babysitter: { name: 'Dana' } },
    { night: '2026-11-20', caregiver: 'b', babysitter: null },
  ])
})

t.test('counts nights by weekday and caregiver on each side of the cuts', async t => {
  const { db } = await testDatabase(t)
  const nights = [
    planned('2026-11-05', 'b'),
    planned('2026-11-06', 'a'),
    planned('2026-11-13', 'a'),
    { ...planned('2026-11-14', 'a'), caregiver: null, reason: null },
    planned('2026-11-20', 'a'),
    planned('2026-11-27', 'a'),
    planned('2026-12-04', 'b'),
  ]
  await transaction(db, trx => saveNights(trx, nights, today))
  await bookBabysitter(db, '2026-11-19', 'Dana')
  const counted = async (cuts: string[], from: string | null = null) =>
    (
      await countByWeekday(db, {
        from: from === null ? null : day(from),
        cuts: cuts.map(day),
        turns: [],
      })
    )
      .map(
        group =>
          `${group.last.toString()}: ${group.last.dayOfWeek} ${group.caregiver} ${group.nights}`,
      )
      .toSorted()
  t.same(await counted(['2026-11-27', '2026-11-20'], '2026-11-06'), [
    '2026-11-13: 5 a 2',
    '2026-11-14: 6 null 1',
    '2026-11-19: 4 babysitter 1',
    '2026-11-20: 5 a 1',
    '2026-11-27: 5 a 1',
    '2026-12-04: 5 b 1',
  ])
  t.match(await counted([]), ['2026-11-05: 4 b 1'], 'from the first one on')
  t.ok((await counted([])).includes('2026-11-27: 5 a 4'), 'no cut: one group')
})

t.test('an override is neither overwritten nor removed', async t => {
  const { db } = await testDatabase(t)
  await bookBabysitter(db, '2026-11-21', 'Dana')
  const nights = [planned('2026-11-21', 'a'), planned('2026-11-22', 'b')]
  t.equal(await transaction(db, trx => saveNights(trx, nights, today)), 1n, 'one of two written')
  const removed = await transaction(db, trx =>
    removeNights(
      trx,
      nights.map(({ night }) => night),
    ),
  )
  t.equal(removed, 1n)
  const left = await readNights(db, day('2026-11-21'), day('2026-11-22'))
  t.match(left, [{ caregiver: 'babysitter', babysitter: { name: 'Dana' }, revision: 1n }])
  t.equal(left.length, 1)
})

t.test('an override committed while a plan waits for its row is not overwritten', async t => {
  const { db } = await testDatabase(t)
  const nights = [planned('2026-11-21', 'a')]
  await transaction(db, trx => saveNights(trx, nights, today))
  let written: Promise<bigint[]> | undefined
  await transaction(db, async trx => {
    await bookBabysitter(trx, '2026-11-21', 'Dana')
    written = Promise.all([
      transaction(db, plan => saveNights(plan, nights, today)),
      transaction(db, plan => removeNights(plan, [day('2026-11-21')])),
    ])
    await until(() => waitsForLock(db))
  })
  t.same(await written, [0n, 0n])
  t.match(await readAssignment(db, 1n), { caregiver: 'babysitter', override: true })
})

t.test('no nights are no query, and a year of them is one statement', async t => {
  const { db } = await testDatabase(t)
  t.equal(await transaction(db, trx => saveNights(trx, [], today)), 0n)
  t.equal(await transaction(db, trx => removeNights(trx, [])), 0n)

  const year = Array.from({ length: 366 }, (_, days) =>
    planned(today.add({ days }).toString(), days % 2 === 0 ? 'a' : 'b'),
  )
  t.equal(await transaction(db, trx => saveNights(trx, year, today)), 366n)
})

const range = (from: string, to: string) => ({ from: day(from), to: day(to) })

t.test('home reads both ranges, each night once, and every open night ahead', async t => {
  const { db } = await testDatabase(t)
  const dates = ['02', '03', '10', '20', '21'].map(date => `2026-11-${date}`)
  const open = { caregiver: null, reason: null }
  const nights = [
    ...dates.map(date => planned(date, 'a')),
    ...['2026-10-01', '2026-11-12', '2027-03-01'].map(date => ({ ...planned(date, 'a'), ...open })),
  ]
  await transaction(db, trx => saveNights(trx, nights, day('2026-11-01')))
  const read = async (shown: ReturnType<typeof range>, next: ReturnType<typeof range>) =>
    (await readNightsForHome(db, { shown, next })).map(({ night }) => night.toString())
  t.same(await read(range('2026-11-20', '2026-11-21'), range('2026-11-02', '2026-11-09')), [
    '2026-11-02',
    '2026-11-03',
    '2026-11-12',
    '2026-11-20',
    '2026-11-21',
    '2027-03-01',
  ])
  t.same(await read(range('2026-11-01', '2026-11-03'), range('2026-11-03', '2026-11-10')), [
    '2026-11-02',
    '2026-11-03',
    '2026-11-10',
    '2026-11-12',
    '2027-03-01',
  ])
})
