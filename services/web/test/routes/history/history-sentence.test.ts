import type { RecordedEntry } from '@night-routine/database'
import t from 'tap'
import { day } from '../../nights.ts'
import { entry, only } from './shown-history.ts'

const who = (more: Partial<RecordedEntry>) => only(entry(more)).who

t.test('people have names, never addresses', async t => {
  t.equal(who({ actorKind: 'calendar', actor: null }), 'The calendar')
  t.equal(who({ actorKind: 'schedule', actor: null }), 'The schedule')
  t.equal(who({ actor: null }), 'Someone')
  t.equal(who({ actor: 'alex@example.com' }), 'Alex')
  t.equal(who({ actor: 'grandma.kim@example.com' }), 'Grandma Kim')
  t.equal(who({ actor: 'anne-marie+nights@example.com' }), 'Anne-Marie')
  t.equal(who({ actor: 'élodie2@example.com' }), 'Élodie2')
})

t.test('every kind of change has its line', async t => {
  const span = { from: '2026-11-21', to: '2026-11-24', nights: 4, caregivers: {} }
  const away = { id: '1', parent: 'b', from: '2026-12-05', to: '2026-12-05' }
  const work = { source: '1', parent: 'a', name: 'Work', nights: 4 }
  const locked = { caregiver: 'a', override: true } as const
  const dana = { caregiver: 'babysitter', babysitterName: 'Dana', override: true } as const
  const free = { caregiver: 'a', override: false } as const
  const asked = { ask: '1', parent: 'b', word: null, returnNight: null }
  const back = { returnNight: '2026-11-23' }
  const about = { night: null, before: null, after: null }
  const rows: [Partial<RecordedEntry>[], string][] = [
    [[{ after: dana, action: 'babysitter-booked' }], 'Dana babysits on Saturday 21 November'],
    [
      [
        { action: 'nights-swapped' },
        { action: 'nights-swapped', night: day('2026-11-23'), after: locked },
      ],
      'Swapped: Robin Saturday 21 November, Alex Monday 23 November',
    ],
    [
      [{ action: 'night-unlocked', before: dana, after: free }],
      'Saturday 21 November unlocked, now Alex',
    ],
    [[{ action: 'night-locked', before: free, after: locked }], 'Saturday 21 November locked'],
    [
      [{ action: 'night-asked', before: null, after: asked }],
      'Robin asked Alex to take Saturday 21 November',
    ],
    [
      [{ action: 'night-asked', before: null, after: { ...asked, word: 'Choir' } }],
      'Robin asked Alex to take Saturday 21 November: “Choir”',
    ],
    [
      [{ action: 'night-asked', before: null, after: { ...asked, parent: 'a', ...back } }],
      'Alex asked Robin to take Saturday 21 November in return for Monday 23 November',
    ],
    [
      [{ action: 'ask-accepted', before: null, after: { ...asked, ...back } }],
      'Alex takes Saturday 21 November for Robin in return for Monday 23 November',
    ],
    [
      [{ action: 'ask-declined', before: null, after: asked }],
      'Alex can’t take Saturday 21 November',
    ],
    [
      [{ action: 'ask-withdrawn', before: null, after: asked }],
      'Robin no longer asks Alex to take Saturday 21 November',
    ],
    [
      [{ action: 'ask-ended', before: null, after: { ...asked, because: 'over' } }],
      'No answer about Saturday 21 November',
    ],
    [
      [{ action: 'ask-ended', before: null, after: { ...asked, because: 'moved' } }],
      'Robin no longer has Saturday 21 November, so there is nothing left to answer',
    ],
    [
      [{ action: 'change-taken-back', before: dana, after: free }],
      'Undone: Saturday 21 November unlocked, now Alex',
    ],
    [
      [{ action: 'change-taken-back', before: dana, after: { caregiver: null } }],
      'Undone: Saturday 21 November unlocked, and no one has it now',
    ],
    [
      [{ ...about, action: 'change-taken-back', before: away }],
      'Undone: Robin is no longer away 5 December',
    ],
    [[{ ...about, action: 'absence-added', after: away }], 'Robin is away 5 December'],
    [[{ ...about, action: 'absence-removed', before: away }], 'Robin is no longer away 5 December'],
    [
      [{ ...about, action: 'absence-source-added', after: work }],
      'Alex takes absences from “Work”: 4 nights away',
    ],
    [
      [{ ...about, action: 'absence-source-removed', before: work }],
      'Alex no longer takes absences from “Work”',
    ],
    [
      [
        {
          ...about,
          action: 'source-absences-changed',
          before: work,
          after: { ...work, nights: 0 },
        },
      ],
      '“Work” now says Alex is away on no night',
    ],
    [
      [{ ...about, action: 'settings-changed', before: { weekStart: 1 }, after: { weekStart: 7 } }],
      'Settings changed: First day of the week',
    ],
    [
      [{ ...about, action: 'calendar-disconnected', before: { calendarName: 'Family' } }],
      'The calendar disconnected: Family',
    ],
    [[{ ...about, action: 'nights-planned', after: span }], '4 nights planned: 21 – 24 November'],
    [
      [{ ...about, action: 'nights-unplanned', before: span }],
      '4 nights no longer planned: 21 – 24 November',
    ],
    [
      [{ action: 'night-replanned', after: free, before: { caregiver: 'b' } }],
      '1 night now has someone else',
    ],
    [
      [
        { action: 'night-replanned', after: free, before: { caregiver: 'b' } },
        { ...about, action: 'nights-planned', after: span },
      ],
      '1 night now has someone else',
    ],
    [
      [{ action: 'edit-rejected', before: null, after: { because: 'moved' } }],
      'Calendar edit reverted: Saturday 21 November',
    ],
    [
      [{ action: 'event-restored', before: null, after: {} }],
      'Deleted event restored: Saturday 21 November',
    ],
    [
      ['21', '23', '24'].map(date => ({
        action: 'event-restored',
        night: day(`2026-11-${date}`),
      })),
      'Deleted events restored: Saturday 21 November, Monday 23 November and Tuesday 24 November',
    ],
    [
      ['21', '23'].map(date => ({ action: 'edit-rejected', night: day(`2026-11-${date}`) })),
      'Calendar edits reverted: Saturday 21 November and Monday 23 November',
    ],
    [[{ ...about, action: 'something-of-tomorrow' }], 'Change'],
    [['21', '22', '23', '24'].map(date => ({ night: day(`2026-11-${date}`) })), '4 nights changed'],
  ]
  for (const [entries, said] of rows)
    t.equal(only(...entries.map(entry)).what.replaceAll('\u2009', ' '), said)
})
