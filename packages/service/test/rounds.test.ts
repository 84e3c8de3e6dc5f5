import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { inBatches, withinTime } from '../src/rounds.ts'

/** A round that ends when the test says so. */
function heldRounds() {
  const rounds: { asks: readonly number[]; end: (fault?: Error) => void }[] = []
  const ask = inBatches(async (asks: readonly number[]) => {
    const ended = Promise.withResolvers<void>()
    rounds.push({
      asks,
      end: fault => (fault ? ended.reject(fault) : ended.resolve()),
    })
    await ended.promise
    return rounds.length
  })
  return { rounds, ask }
}

t.test('calls during a round share the next one', async t => {
  const { rounds, ask } = heldRounds()
  const first = ask(1)
  await sleep(0)
  const second = ask(2)
  const third = ask(3)
  await sleep(0)
  t.same(
    rounds.map(({ asks }) => asks),
    [[1]],
    'a round that has started takes no more calls',
  )
  rounds[0]?.end()
  t.equal(await first, 1)
  await sleep(0)
  t.same(
    rounds.map(({ asks }) => asks),
    [[1], [2, 3]],
  )
  rounds[1]?.end()
  t.same(await Promise.all([second, third]), [2, 2])
})

t.test('simultaneous calls share the first round', async t => {
  const { rounds, ask } = heldRounds()
  const all = Promise.all([ask(1), ask(2)])
  await sleep(0)
  t.same(rounds[0]?.asks, [1, 2])
  rounds[0]?.end()
  await all
})

t.test('a failure affects its own round only', async t => {
  const { rounds, ask } = heldRounds()
  const first = ask(1)
  await sleep(0)
  const second = ask(2)
  rounds[0]?.end(new Error('away'))
  await t.rejects(first, { message: 'away' })
  await sleep(0)
  rounds[1]?.end()
  t.equal(await second, 2)
})

t.test('without a call there is no round', async t => {
  const { rounds, ask } = heldRounds()
  const only = ask(1)
  await sleep(0)
  rounds[0]?.end()
  await only
  await sleep(0)
  t.equal(rounds.length, 1)
})

t.test('a promise times out', async t => {
  t.equal(await withinTime(sleep(1, 'answer'), 60_000), 'answer')
  await t.rejects(withinTime(new Promise(() => {}), 10), {
    message: 'no answer within 10 ms',
    code: 'ETIMEDOUT',
  })
  await t.rejects(withinTime(Promise.reject(new Error('away')), 60_000), { message: 'away' })
})
