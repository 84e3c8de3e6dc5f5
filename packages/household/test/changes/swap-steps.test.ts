import t from 'tap'
import { swapSteps } from '../../src/changes/swap-nights.ts'
import { plain } from '@night-routine/testing/household'
import { someTonight } from '../planning/stored-nights.ts'
import { assignment } from './assignments.ts'
import { refusalOf } from './refusal-of.ts'

const facts = { names: { a: 'Alex', b: 'Robin' }, today: someTonight }
const alex = assignment('2026-11-23', 'a')
const robin = assignment('2026-11-26', 'b')

t.test('each night gets the other’s parent, and both are locked', async t => {
  const steps = swapSteps(alex, robin, facts)
  t.same(
    plain(
      steps.map(({ decision: { night, caregiver, override } }) => [night, caregiver, override]),
    ),
    [
      ['2026-11-23', 'b', true],
      ['2026-11-26', 'a', true],
    ],
  )
})

t.test('refuses nights that cannot be swapped, with the reason', async t => {
  for (const [other, field, message] of [
    [alex, 'otherId', 'You can’t swap a night with itself.'],
    [assignment('2026-11-25', 'a'), 'otherId', 'Alex already has both nights.'],
    [assignment('2026-11-25', null), 'otherId', /^No one has Wednesday 25 November/],
    [assignment('2026-11-25', 'babysitter'), 'otherId', /^Wednesday 25 November is locked/],
    [
      assignment('2026-11-25', 'b', { override: true }),
      'otherId',
      /^Wednesday 25 November is locked/,
    ],
  ] as const)
    t.match(await refusalOf(() => swapSteps(alex, other, facts)), {
      reason: 'not-swappable',
      field,
      message,
    })
  const locked = assignment('2026-11-25', 'b', { override: true })
  const refused = await refusalOf(() => swapSteps(locked, alex, facts))
  t.match(refused, { field: 'id', message: /unlock it first/ })
})
