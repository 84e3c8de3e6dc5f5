import t from 'tap'
import { checkBackend, type Backend } from '../../src/index.ts'
import { startCluster } from './redis-cluster.ts'
import { suite } from './suite.ts'

const backend: Backend = { kind: 'redis', url: await startCluster(t) }

t.test('checks the eviction policy of a cluster node', async t => {
  t.equal(await checkBackend(backend), 'ready')
})

// Redis refuses a script whose keys are on two nodes: CROSSSLOT.
suite(t, backend)
