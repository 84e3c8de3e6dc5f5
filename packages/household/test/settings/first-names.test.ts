import { areNamed, isNamed } from '@night-routine/household'
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
