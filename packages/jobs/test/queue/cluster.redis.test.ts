import t from 'tap'
import { checkBackend, type Backend } from '../../src/index.ts'
import { startCluster } from './redis-cluster.ts'
import { suite } from './suite.ts'

const backend: Backend = { kind: 'redis', url: await startCluster(t) }

t.test('a node of it is asked whether it may evict jobs', async t => {
  t.equal(await checkBackend(backend), 'ready')
})

// Scripts whose keys lay on two nodes would be refused: CROSSSLOT.
suite(t, backend)
