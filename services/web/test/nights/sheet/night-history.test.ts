import type { RecordedEntry } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { nightHistory } from '../../../src/nights/sheet/night-view.ts'
import { at, day } from '../../nights.ts'
import { shownPeople } from '../../record/history/shown-history.ts'

const entry: RecordedEntry = {
  id: 1n,
  at: at('2026-11-20T23:30:00Z'),
  actorKind: 'person',
  actor: 'alex@example.com',
  action: 'night-given',
  night: day('2026-11-21'),
  before: { caregiver: 'a' },
  after: { caregiver: 'b', override: true },
  change: null,
  undoes: null,
}

const read = (more: Partial<RecordedEntry>, now = '2026-11-25T12:00:00Z') =>
  nightHistory([{ ...entry, ...more }], {
    timeZone: 'Europe/Paris',
    now: at(now),
    people: shownPeople('a'),
    tonight: day('2026-11-25'),
    wording: wordingFor('en'),
  })

t.test('who did what with a night, to its reader, in the household’s time', async t => {
  const cases: [Partial<RecordedEntry>, string][] = [
    [{}, 'You gave Robin Saturday 21, Saturday 21 November 00:30'],
    [{ actor: 'robin@example.com' }, 'Robin took Saturday 21 from you, Saturday 21 November 00:30'],
    [
      { actorKind: 'calendar', actor: null },
      'Robin was given Saturday 21 in the calendar, Saturday 21 November 00:30',
    ],
    [
      { actorKind: 'schedule', actor: null, action: 'night-replanned', after: { caregiver: 'b' } },
      'The plan gave Robin Saturday 21, Saturday 21 November 00:30',
    ],
    [
      { action: 'of-a-later-version', before: null, after: null },
      'You changed something, Saturday 21 November 00:30',
    ],
  ]
  for (const [more, expected] of cases) t.same(read(more), [expected])
})

t.test('a change of today says so', async t => {
  t.same(read({}, '2026-11-21T09:00:00Z'), ['You gave Robin Saturday 21, today 00:30'])
  t.same(read({}, '2026-11-20T22:59:00Z'), [
    'You gave Robin Saturday 21, Saturday 21 November 00:30',
  ])
})
