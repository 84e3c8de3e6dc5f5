import t from 'tap'
import { stepsOf } from '../src/steps.ts'

const kinds = (redis: boolean) => new Set(stepsOf(1, 1000, { redis }).map(({ kind }) => kind))

t.test('a seed always gives the same steps, and fewer of them are their beginning', async t => {
  const steps = stepsOf(7, 60, { redis: true })
  t.strictSame(stepsOf(7, 60, { redis: true }), steps)
  t.strictSame(stepsOf(7, 20, { redis: true }), steps.slice(0, 20))
  t.notSame(stepsOf(8, 60, { redis: true }), steps)
})

t.test('a thousand steps hold every kind; without Redis nothing happens to it', async t => {
  t.equal(kinds(true).size, 30)
  t.strictSame([...kinds(true)].filter(kind => !kinds(false).has(kind)).toSorted(), [
    'flush-redis',
    'stop-redis',
  ])
})
