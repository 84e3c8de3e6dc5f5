import t from 'tap'
import { stepsOf } from '../src/steps.ts'

const kinds = (redis: boolean) => new Set(stepsOf(1, 1000, { redis }).map(({ kind }) => kind))

t.test('a thousand steps hold every kind; without Redis nothing happens to it', async t => {
  t.equal(kinds(true).size, 30)
  t.strictSame([...kinds(true)].filter(kind => !kinds(false).has(kind)).toSorted(), [
    'flush-redis',
    'stop-redis',
  ])
})
