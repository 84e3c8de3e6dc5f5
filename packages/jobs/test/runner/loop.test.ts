import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { startLoop } from '../../src/runner/loop.ts'

const logger = createLogger({ name: 'test', level: 'silent' })
const options = { name: 'test', everySeconds: 60, logger }

/** Waits without a limit for a busy machine; tap ends what never happens. */
async function until(isSo: () => boolean) {
  while (!isSo()) await sleep(5)
}

t.test('runs at once, when called, and after the returned time', async t => {
  let runs = 0
  const loop = startLoop({
    ...options,
    work: async () => {
      runs += 1
      return runs < 3 ? 0.02 : 60
    },
  })
  t.equal(runs, 1)
  await until(() => runs === 3)
  loop.soon()
  await until(() => runs === 4)
  await loop.close()
  loop.soon()
  await sleep(20)
  t.equal(runs, 4, 'not after it was closed')
})

t.test('a call during a run causes one more run, never two at once', async t => {
  let runs = 0
  let atOnce = 0
  const loop = startLoop({
    ...options,
    work: async () => {
      runs += 1
      atOnce += 1
      t.equal(atOnce, 1)
      await sleep(30)
      atOnce -= 1
      return 60
    },
  })
  for (let call = 0; call < 5; call++) loop.soon()
  await until(() => runs === 2)
  await sleep(60)
  t.equal(runs, 2)
  await loop.close()
})

t.test('continues after a failure', async t => {
  let runs = 0
  const loop = startLoop({
    ...options,
    everySeconds: 0.01,
    work: async () => {
      runs += 1
      throw new Error('the database is down')
    },
  })
  await until(() => runs > 1)
  t.pass('it ran again')
  await loop.close()
})

t.test('closing waits for the current run', async t => {
  let ended = false
  const loop = startLoop({
    ...options,
    work: async () => {
      await sleep(50)
      ended = true
      return 60
    },
  })
  await loop.close()
  t.ok(ended)
})
