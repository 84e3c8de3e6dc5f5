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
  const table: [string, Snapshot, RegExp][] = [
    ['missing', snapshot([tonights, open]), /2026-11-21 has no event/],
    ['twice', snapshot([...good, event('2026-11-20', '[Alex] y')]), /2026-11-20 has 2 events/],
    [
      'other name',
      snapshot([event('2026-11-20', '[Robin]'), kims, open]),
      /says "\[Robin\]", and Alex/,
    ],
    [
      'other day',
      snapshot([tonights, { ...kims, start: { date: '2026-11-25' } }, open]),
      /is on 2026-11-25/,
    ],
    [
      'an unassigned night',
      snapshot([tonights, kims, event('2026-11-22', '[Alex]')]),
      /and No one yet does it/,
    ],
    ['not planned', snapshot([...good, event('2026-11-25', '[Alex]')]), /no caregiver is planned/],
    ['past, renamed', snapshot([...good, event('2026-11-19', '[Alex]')]), /and Robin does it/],
    [
      'elsewhere',
      snapshot(good, {
        calendars: new Map([
          ['family', good],
          ['second', [tonights]],
        ]),
      }),
      /2026-11-20 is still in calendar second/,
    ],
  ]
  for (const [name, given, expected] of table) {
    const found = disagreements(given)
    t.equal(found.length, 1, name)
    t.match(found[0], expected, name)
  }
})

t.test('older than the limit: events keep the words they had', async t => {
  t.same(disagreements(snapshot([...good, event('2026-11-17', '[Somebody]')])), [])
})
