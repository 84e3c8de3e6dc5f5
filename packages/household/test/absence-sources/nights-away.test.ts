import type { BusyTime } from '@night-routine/calendar'
import t from 'tap'
import { nightsAway } from '../../src/absence-sources/nights-away.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

const november = { from: day('2026-11-20'), to: day('2026-12-20'), timeZone: 'Europe/Paris' }

/** A wall time in Paris. */
function inParis(text: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(text).toZonedDateTime('Europe/Paris').toInstant()
}

/** `2026-11-24/2026-11-26` for whole days, `2026-11-24T19:00/2026-11-24T21:00` for hours in Paris. */
function busy(text: string): BusyTime {
  const [start = '', end = ''] = text.split('/')
  if (!text.includes('T')) return { kind: 'days', first: day(start), last: day(end) }
  return { kind: 'hours', start: inParis(start), end: inParis(end) }
}

function away(texts: readonly string[], window = november): string[] {
  return nightsAway(texts.map(busy), window).map(
    ({ from, to }) => `${from.toString()}/${to.toString()}`,
  )
}

t.test('the nights of one event', async t => {
  for (const [what, time, nights] of [
    ['whole days', '2026-11-24/2026-11-26', ['2026-11-24/2026-11-26']],
    ['an evening', '2026-11-24T19:00/2026-11-24T21:00', ['2026-11-24/2026-11-24']],
    ['a morning', '2026-11-24T08:00/2026-11-24T12:00', []],
    ['until the evening begins', '2026-11-24T16:00/2026-11-24T18:00', []],
    ['a minute into the evening', '2026-11-24T16:00/2026-11-24T18:01', ['2026-11-24/2026-11-24']],
    ['over midnight', '2026-11-24T20:00/2026-11-25T01:00', ['2026-11-24/2026-11-24']],
    ['a night shift', '2026-11-24T22:00/2026-11-25T06:00', ['2026-11-24/2026-11-24']],
    ['after midnight', '2026-11-25T01:00/2026-11-25T03:00', ['2026-11-24/2026-11-24']],
    ['an early train', '2026-11-25T04:00/2026-11-25T06:00', []],
    ['an earlier one', '2026-11-25T03:59/2026-11-25T06:00', ['2026-11-24/2026-11-24']],
    ['a weekend away', '2026-11-27T17:00/2026-11-29T15:00', ['2026-11-27/2026-11-28']],
    ['home by Sunday evening', '2026-11-27T17:00/2026-11-29T18:30', ['2026-11-27/2026-11-29']],
    ['a reminder without a length', '2026-11-24T19:00/2026-11-24T19:00', []],
  ] as const)
    t.same(away([time]), nights, what)
})

t.test('several events make ranges that neither touch nor overlap', async t => {
  t.same(
    away([
      '2026-11-28T19:00/2026-11-28T20:00',
      '2026-11-24/2026-11-26',
      '2026-11-25/2026-11-25',
      '2026-11-27T19:00/2026-11-27T21:00',
      '2026-12-01/2026-12-01',
    ]),
    ['2026-11-24/2026-11-28', '2026-12-01/2026-12-01'],
  )
})

t.test('only nights of the window count', async t => {
  t.same(away(['2026-01-01/2027-12-31']), ['2026-11-20/2026-12-20'])
  t.same(away(['2026-11-01/2026-11-19', '2026-12-21/2026-12-24']), [])
})

t.test('the hours are those of the clock on the wall, also when it changes', async t => {
  const march = { ...november, from: day('2027-03-26'), to: day('2027-03-30') }
  t.same(away(['2027-03-28T17:59/2027-03-28T18:00'], march), [])
  t.same(away(['2027-03-28T18:00/2027-03-28T18:30'], march), ['2027-03-28/2027-03-28'])
  t.same(away(['2027-03-28T03:30/2027-03-28T03:45'], march), ['2027-03-27/2027-03-27'])
})

t.test('another zone has other nights', async t => {
  const auckland = { ...november, timeZone: 'Pacific/Auckland' }
  // 8:00 the next morning there.
  t.same(away(['2026-11-24T20:00/2026-11-24T21:00'], auckland), [])
  // 20:00 there.
  t.same(away(['2026-11-24T08:00/2026-11-24T09:00'], auckland), ['2026-11-24/2026-11-24'])
})
