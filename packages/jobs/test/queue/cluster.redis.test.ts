import t from 'tap'
import { reachBackend, type Backend } from '../../src/index.ts'
import { startCluster } from './redis-cluster.ts'
import { suite } from './suite.ts'

const backend: Backend = { kind: 'redis', url: await startCluster(t) }

t.test('checks the eviction policy of a cluster node', async t => {
  await t.resolves(reachBackend(backend))
})

// Redis refuses a script whose keys are on two nodes: CROSSSLOT.
suite(t, backend)
