import type { Assignment } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { nightRules } from '../../../src/nights/sheet/night-rules.ts'
import { people } from '../../demo-household.ts'
import { assignment, sitter } from '../../nights.ts'

type Numbers = Partial<NonNullable<Assignment['explanation']>>

function night(reason: Assignment['reason'], numbers: Numbers = {}, more: object = {}) {
  const plain = assignment('2026-11-12', 'a')
  const explanation = plain.explanation && { ...plain.explanation, reason, ...numbers }
  return { ...plain, reason, explanation, ...more }
}

const usual = [
  'Away: no one.',
  'Robin had the last turn.',
  'All nights: Alex 14, Robin 16.',
  'Last 30 nights: Alex 7, Robin 9.',
  'Last turn: Robin.',
]
const around =
  'Nearby nights that one parent covers for the other: Saturday 14 to Wednesday 18 November.'
const absence = { from: '2026-11-14', to: '2026-11-18' }

t.test('the rules in order, and the one that decided', async t => {
  const rows: [what: string, of: Assignment, decided: string][] = [
    ['away', night('Unavailability', { away: ['b'] }), 'Away: Robin.'],
    [
      'an open night',
      night(null, { away: ['a', 'b'] }, { caregiver: null }),
      'Away: Alex and Robin.',
    ],
    [
      'two turns in a row',
      night('Consecutive Limit', { streak: { parent: 'b', nights: 2 } }),
      'Robin had the last 2 turns.',
    ],
    ['fewer nights in all', night('Total Count'), 'All nights: Alex 14, Robin 16.'],
    ['fewer of the last 30', night('Recent Count'), 'Last 30 nights: Alex 7, Robin 9.'],
    ['in turn', night('Alternating'), 'Last turn: Robin.'],
    [
      'in turn, the very first time',
      night('Alternating', { streak: { parent: null, nights: 0 } }),
      'Last turn: no one yet.',
    ],
    ['around an absence', night('Unavailability', { absence }), around],
    ['the plan as a whole', night('Unavailability'), 'This keeps the nights around it fair.'],
    ['chosen by a person', night('Override', {}, { override: true }), 'Someone chose this.'],
    ['a babysitter', sitter('2026-11-12', 'Maria'), 'Someone chose this.'],
  ]
  for (const [what, of, decided] of rows) {
    const rules = nightRules(of, people, wordingFor('en'))
    const [one, ...more] = rules.filter(rule => rule.decided)
    t.same([one?.text, more], [decided, []], what)
    const others = rules.filter(rule => !rule.decided).map(({ text }) => text)
    if (what !== 'in turn, the very first time')
      t.same(
        others,
        usual.filter(text => others.includes(text)),
        `${what}, in order`,
      )
    t.ok(rules.length >= 5, what)
  }
  t.same(nightRules(night('Total Count', {}, { explanation: null }), people, wordingFor('en')), [])
})
