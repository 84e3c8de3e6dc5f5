import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { groups } from '../../src/content/groups.ts'

/** Work that ends when the test says so, and what it was given. */
function heldWork(most: number, failuresOf: (items: readonly string[]) => unknown[] = () => []) {
  const seen: string[] = []
  const held: (() => void)[] = []
  const add = groups<string>(most, async (key, items) => {
    seen.push(`${key}: ${items.join(' ')}`)
    await new Promise<void>(resolve => {
      held.push(resolve)
    })
    return failuresOf(items)
  })
  const end = async () => {
    held.shift()?.()
    await nextTurn()
  }
  return { seen, add, end }
}

t.test('what comes while a group is being done forms the next one, of a limited size', async t => {
  const { seen, add, end } = heldWork(2)
  const all = Promise.all(
    ['a', 'b', 'c', 'd'].map(item => add('one', item)).concat(add('two', 'x')),
  )
  t.same(seen, ['one: a', 'two: x'], 'other keys do not wait')
  for (let step = 0; step < 4; step++) await end()
  t.same(seen, ['one: a', 'two: x', 'one: b c', 'one: d'])
  await all
  const later = add('one', 'e')
  t.equal(seen.at(-1), 'one: e')
  await end()
  await later
})

t.test('a failure is that of its item; one of the work is that of the group', async t => {
  const { add, end } = heldWork(9, items => {
    if (items.includes('worse')) throw new Error('all')
    return items.map(item => (item === 'bad' ? new Error('bad') : undefined))
  })
  const outcome = (item: string) =>
    add('one', item).then(
      () => `${item}: done`,
      (error: unknown) => `${item}: ${String(error)}`,
    )
  const first = outcome('first')
  const second = Promise.all([outcome('bad'), outcome('good')])
  await end()
  await end()
  t.equal(await first, 'first: done')
  t.same(await second, ['bad: Error: bad', 'good: done'])
  const waiting = outcome('x')
  const failing = Promise.all([outcome('worse'), outcome('other')])
  await end()
  await end()
  t.equal(await waiting, 'x: done')
  t.same(await failing, ['worse: Error: all', 'other: Error: all'])
})
