import type { Assignment } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { nightRules } from '../../../src/nights/sheet/night-rules.ts'
import { people } from '../../demo-household.ts'
import { assignment, sitter } from '../../nights.ts'

type Numbers = Partial<NonNullable<Assignment['explanation']>>

function night(
  reason: Assignment['reason'],
  numbers: Numbers = {},
  more: Partial<Assignment> = {},
) {
  const plain = assignment('2026-11-12', 'a')
  return {
    ...plain,
    reason,
    explanation: plain.explanation && { ...plain.explanation, reason, ...numbers },
    ...more,
  }
}

/** `>` decided. */
const rulesOf = (of: Assignment) =>
  nightRules(of, people, wordingFor('en')).map(
    ({ text, decided }) => `${decided ? '>' : '·'} ${text}`,
  )

const numbers = {
  away: 'Away: no one.',
  streak: 'Robin had the last turn.',
  total: 'All nights: Alex 14, Robin 16.',
  recent: 'Last 30 nights: Alex 7, Robin 9.',
  last: 'Last turn: Robin.',
}
const { away, streak, total, recent, last } = numbers

const cases: [what: string, night: Assignment, lines: string[]][] = [
  [
    'the other parent is away',
    night('Unavailability', { away: ['b'] }),
    ['> Away: Robin.', `· ${streak}`, `· ${total}`, `· ${recent}`, `· ${last}`],
  ],
  [
    'an open night',
    night(null, { away: ['a', 'b'] }, { caregiver: null }),
    ['> Away: Alex and Robin.', `· ${streak}`, `· ${total}`, `· ${recent}`, `· ${last}`],
  ],
  [
    'two turns in a row',
    night('Consecutive Limit', { streak: { parent: 'b', nights: 2 } }),
    [`· ${away}`, '> Robin had the last 2 turns.', `· ${total}`, `· ${recent}`, `· ${last}`],
  ],
  [
    'fewer nights in all',
    night('Total Count'),
    [`· ${away}`, `· ${streak}`, `> ${total}`, `· ${recent}`, `· ${last}`],
  ],
  [
    'fewer of the last 30',
    night('Recent Count'),
    [`· ${away}`, `· ${streak}`, `· ${total}`, `> ${recent}`, `· ${last}`],
  ],
  [
    'in turn',
    night('Alternating'),
    [`· ${away}`, `· ${streak}`, `· ${total}`, `· ${recent}`, `> ${last}`],
  ],
  [
    'in turn, the very first time',
    night('Alternating', { streak: { parent: null, nights: 0 } }),
    [
      `· ${away}`,
      '· No turns in a row yet.',
      `· ${total}`,
      `· ${recent}`,
      '> Last turn: no one yet.',
    ],
  ],
  [
    'around an absence',
    night('Unavailability', { absence: { from: '2026-11-14', to: '2026-11-18' } }),
    [
      `· ${away}`,
      `· ${streak}`,
      `· ${total}`,
      `· ${recent}`,
      `· ${last}`,
      '> Nearby nights that one parent covers for the other: Saturday 14 to Wednesday 18 November.',
    ],
  ],
  [
    'the plan as a whole',
    night('Unavailability'),
    [
      `· ${away}`,
      `· ${streak}`,
      `· ${total}`,
      `· ${recent}`,
      `· ${last}`,
      '> This keeps the nights around it fair.',
    ],
  ],
  [
    'chosen by a person',
    night('Override', {}, { override: true }),
    ['> Someone chose this.', `· ${away}`, `· ${streak}`, `· ${total}`, `· ${recent}`, `· ${last}`],
  ],
  [
    'a babysitter',
    sitter('2026-11-12', 'Maria'),
    ['> Someone chose this.', `· ${away}`, `· ${streak}`, `· ${total}`, `· ${recent}`, `· ${last}`],
  ],
  ['without its numbers', night('Total Count', {}, { explanation: null }), []],
]

t.test('the rules in order, and the one that decided', async t => {
  for (const [what, of, lines] of cases) t.same(rulesOf(of), lines, what)
})

t.test('exactly one rule decides wherever there are numbers', async t => {
  for (const [what, of] of cases.filter(([, { explanation }]) => explanation !== null))
    t.equal(rulesOf(of).filter(line => line.startsWith('>')).length, 1, what)
})
