import type { Assignment } from '@night-routine/database/nights'
import type { EmulatorEvent } from '@night-routine/google-emulator'
import t from 'tap'
import { disagreements, type Snapshot } from '../src/agreement.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const tonight = day('2026-11-20')

function planned(night: string, who: Partial<Assignment> = { caregiver: 'a' }): Assignment {
  const state = { caregiver: null, babysitter: null, override: false, ...who }
  return { ...({} as Assignment), night: day(night), ...state }
}

function event(night: string, summary: string, change: Partial<EmulatorEvent> = {}): EmulatorEvent {
  return {
    ...({} as EmulatorEvent),
    id: night + summary,
    status: 'confirmed',
    summary,
    start: { date: night },
    end: { date: day(night).add({ days: 1 }).toString() },
    extendedProperties: { private: { app: 'night-routine', night } },
    ...change,
  }
}

function snapshot(family: EmulatorEvent[], change: Partial<Snapshot> = {}): Snapshot {
  return {
    nights: [
      planned('2026-11-19', { caregiver: 'b' }),
      planned('2026-11-20'),
      planned('2026-11-21', {
        caregiver: 'babysitter',
        babysitter: { name: 'Kim' },
        override: true,
      }),
      planned('2026-11-22', { caregiver: null }),
    ],
    names: { a: 'Alex', b: 'Robin' },
    tonight,
    oldest: day('2026-11-18'),
    calendarId: 'family',
    calendars: new Map([
      ['family', family],
      ['second', []],
    ]),
    ...change,
  }
}

const open = event('2026-11-22', '[No one yet]')
const good = [event('2026-11-20', '[Alex] x'), event('2026-11-21', '[kim] as people like'), open]

t.test('what agrees, agrees', async t => {
  t.same(disagreements(snapshot(good)), [])
  const foreign = event('2026-11-20', 'Dentist', { extendedProperties: {} })
  t.same(disagreements(snapshot([...good, foreign])), [])
})

t.test('reports every disagreement', async t => {
  const [tonights = event('', ''), kims = event('', '')] = good
  const table: [EmulatorEvent[], RegExp][] = [
    [[tonights, open], /2026-11-21 has no event/],
    [[...good, event('2026-11-20', '[Alex] y')], /2026-11-20 has 2 events/],
    [[event('2026-11-20', '[Robin]'), kims, open], /says "\[Robin\]", and Alex/],
    [[tonights, { ...kims, start: { date: '2026-11-25' } }, open], /is on 2026-11-25/],
    [[tonights, kims, event('2026-11-22', '[Alex]')], /and No one yet does it/],
    [[...good, event('2026-11-25', '[Alex]')], /no caregiver is planned/],
    [[...good, event('2026-11-19', '[Alex]')], /and Robin does it/],
  ]
  for (const [events, expected] of table) t.matchOnly(disagreements(snapshot(events)), [expected])
  const elsewhere = new Map([
    ['family', good],
    ['second', [tonights]],
  ])
  t.matchOnly(disagreements(snapshot(good, { calendars: elsewhere })), [
    /2026-11-20 is still in calendar second/,
  ])
})

t.test('older than the limit: events keep the words they had', async t => {
  t.same(disagreements(snapshot([...good, event('2026-11-17', '[Somebody]')])), [])
})
