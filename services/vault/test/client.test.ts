import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  bytesSource,
  createVaultClient,
  fileSource,
  publish,
  publishSteps,
} from '@night-routine/vault-api'
import t from 'tap'
import { callAllEndpoints } from './fourteen-endpoints.ts'
import { alex, startVault } from './running-vault.ts'

// The typed client of packages/vault-api against this host: the two halves of the contract.

t.test('serves all fourteen endpoints to the client', async t => {
  const { url } = await startVault(t)
  await callAllEndpoints(t, url, alex)
})

t.test('takes a large file and many small ones; a publish sends only differences', async t => {
  const { url } = await startVault(t)
  const client = createVaultClient({ addresses: { main: url, site: url } })
  await client.user.signIn(alex)
  const site = await client.sites.create()
  const large = join(t.testdir(), 'large')
  writeFileSync(large, randomBytes(12_000_000))
  const sources = new Map([['large.bin', await fileSource(large)]])
  for (let index = 0; index < 40; index += 1)
    sources.set(`notes/${index}.md`, bytesSource(`# ${index}`))

  const run = async () => {
    const wanted = [...sources].map(([path, { hash, size }]) => ({ path, hash, size }))
    const remote = await client.files.list(site)
    const steps = publishSteps({ wanted, remote, manifest: new Map() })
    const sent: string[] = []
    await publish(client, site, steps, {
      manifest: new Map(),
      saveManifest: async () => {},
      sourceOf: path => sources.get(path) ?? bytesSource(''),
      onUploaded: ({ path }) => sent.push(path),
    })
    return sent
  }
  t.equal((await run()).length, 41)
  sources.set('notes/7.md', bytesSource('changed'))
  t.same(await run(), ['notes/7.md'])
  t.same(await run(), [])
})
