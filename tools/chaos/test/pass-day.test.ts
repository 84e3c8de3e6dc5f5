import t from 'tap'
import { stopsOf } from '../src/pass-day.ts'

const stops = (date: string) =>
  stopsOf(Temporal.PlainDate.from(date), 'Europe/Paris').map(stop =>
    stop.toString({ timeZoneName: 'never' }),
  )

t.test('a day stops in the morning, and around a change of time', async t => {
  t.same(stops('2027-03-27'), ['2027-03-27T07:00:00+01:00'])
  t.same(stops('2027-03-28').slice(0, -1), [
    '2027-03-28T01:55:00+01:00',
    '2027-03-28T03:35:00+02:00',
  ])
  t.same(stops('2027-10-31').slice(0, -1), [
    '2027-10-31T01:55:00+02:00',
    '2027-10-31T02:35:00+02:00',
    '2027-10-31T02:35:00+01:00',
  ])
})
