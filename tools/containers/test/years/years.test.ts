import t from 'tap'
import { errorIn } from '../../src/years/measure.ts'
import { stopsOf } from '../../src/years/life.ts'
import { FamilyRecord } from '../../src/years/record.ts'
import { historyFaults } from '../../src/years/replay.ts'
import { memoryFaults } from '../../src/years/report-years.ts'

const stops = (date: string) =>
  stopsOf(Temporal.PlainDate.from(date)).map(stop => stop.toString({ timeZoneName: 'never' }))

t.test('a day stops in the morning and in the evening, and around a change of time', async t => {
  t.same(stops('2027-03-27'), ['2027-03-27T07:00:00+01:00', '2027-03-27T19:00:00+01:00'])
  t.same(stops('2027-03-28').slice(0, -2), [
    '2027-03-28T01:55:00+01:00',
    '2027-03-28T03:35:00+02:00',
  ])
  t.same(stops('2027-10-31').slice(0, -2), [
    '2027-10-31T01:55:00+02:00',
    '2027-10-31T02:35:00+02:00',
    '2027-10-31T02:35:00+01:00',
  ])
})

t.test('the record keeps what people decided', async t => {
  const record = new FamilyRecord()
  record.decide({ '2027-01-02': 'a' }, 'first')
  record.passed('2027-01-01', 'b')
  t.equal(record.undoable, undefined, 'a night later nothing is undone')
  record.decide(
    { '2027-01-02': undefined, '2027-01-03': 'sitter:kim', '2027-01-01': 'a' },
    'second',
  )
  t.same(
    [...record.locked],
    [
      ['2027-01-03', 'sitter:kim'],
      ['2027-01-01', 'a'],
    ],
  )
  t.same([...record.past], [['2027-01-01', 'a']], 'a correction counts for a night that is over')
  record.undo('third')
  t.same([...record.locked], [['2027-01-02', 'a']])
  t.same([...record.past], [['2027-01-01', 'b']])
  t.same(record.changes, ['first', 'second', 'third'])
})

const entry = (action: string, facts: object) =>
  JSON.stringify({ id: 1, action, night: null, before: null, after: null, ...facts })
const planned = entry('nights-planned', {
  after: { caregivers: { '2027-01-01': 'a', '2027-01-02': 'b' } },
})
const given = entry('night-given', {
  night: '2027-01-02',
  before: { caregiver: 'b', override: false },
  after: { caregiver: 'a', override: true },
})
const nights = (second: string, override: boolean) =>
  new Map([
    ['2027-01-01', { who: 'a', override: false }],
    ['2027-01-02', { who: second, override }],
  ])

t.test('the history is replayed', async t => {
  const faults = (rows: string[], stored: ReturnType<typeof nights>) =>
    historyFaults({ query: () => Promise.resolve(rows) }, stored)
  t.same(await faults([planned, given], nights('a', true)), [])
  t.same(await faults([planned, given], nights('b', false)), [
    '2027-01-02 is b, and the history says [a]',
  ])
  t.same(await faults([planned, given, given], nights('a', true)), [
    'history 1 night-given 2027-01-02: b after [a]',
  ])
})

const measured = (mib: number, day: number) => ({
  day,
  memory: { web: mib },
  databaseMb: 1,
  rows: {},
  sizes: {},
})

t.test('memory that grows is a fault, and noise is not', async t => {
  t.same(memoryFaults([60, 100, 104, 98, 101, 110, 99].map(measured)), [])
  t.same(memoryFaults([60, 100, 104, 98, 101, 140, 142].map(measured)), [
    'web grew from 104 to 142 MiB',
  ])
})

t.test('a line of a log that says that something failed', async t => {
  t.equal(errorIn('{"level":"error","msg":"a","err":{"message":"b"}}'), 'a b')
  t.equal(errorIn('{"level":"info","msg":"ERROR"}'), undefined)
  t.equal(errorIn('2027-01-01 00:00:00.000 UTC [7] FATAL:  no'), 'FATAL:  no')
  t.equal(errorIn('2027-01-01 00:00:00.000 UTC [7] LOG:  checkpoint complete'), undefined)
})
