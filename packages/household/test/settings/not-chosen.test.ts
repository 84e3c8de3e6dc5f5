import {
  areNamed,
  householdSettings,
  initialSettings,
  isNamed,
  isZoneChosen,
} from '@night-routine/household'
import { loadConfig } from '@night-routine/service'
import { Type } from 'typebox'
import t from 'tap'

t.test('a household has names once both parents do', async t => {
  for (const [a, b, expected] of [
    ['Parent A', 'Parent B', false],
    ['Alex', 'Parent B', false],
    ['Parent A', 'Robin', false],
    ['Alex', 'Robin', true],
    ['Parent B', 'Parent A', true],
  ] as const)
    t.equal(areNamed({ a, b }), expected, `${a}, ${b}`)
  t.ok(isNamed('a', 'Parent B'))
  t.notOk(isNamed('b', 'Parent B'))
})

t.test('a new household has chosen nothing yet', async t => {
  const { PARENT_A, PARENT_B, TIME_ZONE } = loadConfig(Type.Object(householdSettings), {})
  t.notOk(isNamed('a', PARENT_A))
  t.notOk(isNamed('b', PARENT_B))
  t.notOk(isZoneChosen(TIME_ZONE))
  t.notOk(isZoneChosen(initialSettings.timeZone))
  t.ok(isZoneChosen('Europe/Paris'))
})
