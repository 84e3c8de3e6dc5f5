import type { RecordedEntry } from '@night-routine/database'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { nightHistory } from '../../../src/routes/home/night-view.ts'
import { people } from '../../demo-household.ts'
import { at, day } from '../../nights.ts'

const known = { ...people, accounts: new Map([['alex@example.com', 'a' as const]]) }

const entry: RecordedEntry = {
  id: 1n,
  at: at('2026-11-20T23:30:00Z'),
  actorKind: 'person',
  actor: 'alex@example.com',
  action: 'night-given',
  night: day('2026-11-21'),
  before: null,
  after: null,
  change: null,
  undoes: null,
}

const cases: [Partial<RecordedEntry>, string][] = [
  [{}, 'Night given: Alex, Saturday 21 November, 00:30.'],
  [{ actor: 'kim@example.com' }, 'Night given: Kim, Saturday 21 November, 00:30.'],
  [{ actor: null }, 'Night given: Someone, Saturday 21 November, 00:30.'],
  [
    { actorKind: 'calendar', actor: null, action: 'babysitter-booked' },
    'Babysitter booked: The calendar, Saturday 21 November, 00:30.',
  ],
  [
    { actorKind: 'schedule', actor: null, action: 'night-replanned' },
    'Plan rebalanced: The schedule, Saturday 21 November, 00:30.',
  ],
  [{ action: 'of-a-later-version' }, 'Change: Alex, Saturday 21 November, 00:30.'],
]

t.test('who did what with a night, in the household’s time', async t => {
  for (const [more, expected] of cases)
    t.same(
      nightHistory([{ ...entry, ...more }], {
        timeZone: 'Europe/Paris',
        people: known,
        wording: wordingFor('en'),
      }),
      [expected],
    )
})
