import t from 'tap'
import { serviceFor } from '../src/route-by-path.ts'
import { ways } from './proxy/request-table.ts'

// That Caddy does the same is in proxy/caddyfile.caddy.test.ts, which not every machine can run.
t.test('a path leads to its service, however it is written', async t => {
  for (const [path, service] of ways) t.equal(serviceFor(path), service, path)
  for (const path of ['/-', '/x?y=/s/', '/s/../settings']) t.equal(serviceFor(path), 'web', path)
  t.equal(serviceFor('/%zz'), 'web', 'which refuses it')
})
