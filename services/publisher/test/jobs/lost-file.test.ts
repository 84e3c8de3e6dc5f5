import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { askWhenOld } from '../../src/service.ts'
import {
  evening,
  publishingHousehold,
  readPublication,
  startPublisher,
} from '../published-household.ts'

t.test('uploads a file again that the host lost', async t => {
  const { db, proxy, host, folder, vaultDb, environment, change, published } =
    await publishingHousehold(t)
  const settings = { ...environment, VAULT_READ_URL: `${host.url}/s/` }
  const publisher = await startPublisher(t, settings)
  await change({ publish: true })
  await published()
  await publisher.close()
  t.equal(await askWhenOld(db, evening.add({ minutes: 59 })), false)
  const { hash } = await vaultDb
    .selectFrom('vault.files')
    .select('hash')
    .where('path', '=', 'statistics.md')
    .executeTakeFirstOrThrow()
  await rm(join(folder, 'files', hash.slice(0, 2), hash))
  const { address } = await readPublication(db)
  // The page itself may have been rendered, and stored, before its content was lost.
  const file = `${address}statistics?file`
  t.equal((await fetch(file)).status, 503)
  proxy.calls()

  const later = await startPublisher(t, settings, { now: () => evening.add({ minutes: 61 }) })
  await waitFor('the file', async () => (await fetch(file)).ok)
  t.same(
    proxy.calls().filter(call => call.startsWith('/api/upload')),
    ['/api/upload statistics.md'],
  )
  await later.close()
})
