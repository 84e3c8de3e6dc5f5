import { setImmediate as turn } from 'node:timers/promises'
import { waitFor } from '@night-routine/servers'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { startLoop } from '../../src/runner/loop.ts'

const logger = createLogger({ name: 'test', level: 'silent' })
const options = { name: 'test', everySeconds: 60, logger }

t.test('runs at once, when called, and after the returned time; not once it is closed', async t => {
  let runs = 0
  const loop = startLoop({
    ...options,
    work: async () => {
      runs += 1
      return runs < 3 ? 0.02 : 60
    },
  })
  t.equal(runs, 1)
  await waitFor('three runs', () => runs === 3)
  loop.soon()
  await waitFor('a fourth one', () => runs === 4)
  await loop.close()
  loop.soon()
  await turn()
  t.equal(runs, 4)
})

t.test('a call during a run causes one more run, never two at once; closing waits', async t => {
  let [runs, ended] = [0, 0]
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const loop = startLoop({
    ...options,
    work: async () => {
      t.equal(runs, ended, 'one at a time')
      await gates[runs++]?.promise
      ended += 1
      return 60
    },
  })
  for (let call = 0; call < 5; call++) loop.soon()
  t.equal(runs, 1)
  gates[0]?.resolve()
  await waitFor('the second run', () => runs === 2)
  let isClosed = false
  const closing = loop.close().then(() => (isClosed = true))
  await turn()
  t.equal(isClosed, false)
  gates[1]?.resolve()
  await closing
  t.same([runs, ended], [2, 2])
})

t.test('continues after a failure', async t => {
  let runs = 0
  const work = async () => {
    runs += 1
    throw new Error('the database is down')
  }
  const loop = startLoop({ ...options, everySeconds: 0.01, work })
  await waitFor('another run', () => runs > 1)
  await loop.close()
  t.pass('it ran again')
})
