import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSecretKeys } from '@night-routine/database/connection'
import { findAccount, saveTotpSecret } from '@night-routine/database/vault'
import {
  bytesSource,
  createVaultClient,
  fileSource,
  publish,
  publishSteps,
} from '@night-routine/vault-api'
import { Secret, TOTP } from 'otpauth'
import t from 'tap'
import { callAllEndpoints, name } from './fourteen-endpoints.ts'
import { alex, secretKey, startVault, testClock } from './running-vault.ts'

// The typed client of packages/vault-api against this host: the two halves of the contract.

const sized = (path: string, size: number) => ({ path, source: bytesSource(randomBytes(size)) })

t.test('serves all fourteen endpoints to the client', async t => {
  const { url } = await startVault(t)
  await callAllEndpoints(t, url, alex)
})

t.test('a second factor', async t => {
  const clock = testClock()
  const { url, db } = await startVault(t, { clock })
  const keys = parseSecretKeys([secretKey])
  const account = await findAccount(db, keys, alex.email)
  const secret = new Secret({ size: 20 })
  await saveTotpSecret(db, keys, account?.id ?? '', secret.base32)
  const code = new TOTP({ secret }).generate({ timestamp: clock.now().epochMilliseconds })

  const client = createVaultClient({ addresses: { main: url } })
  t.equal(await name(client.user.signIn(alex)), 'MfaRequired')
  t.equal(await name(client.user.signIn({ ...alex, mfa: '000000' })), 'MfaInvalid')
  t.match(await client.user.signIn({ ...alex, mfa: async () => code }), { name: 'Alex' })
  t.equal(await name(client.user.signIn({ ...alex, mfa: code })), 'MfaInvalid', 'used already')
  t.equal((await client.user.info()).mfa, true)
})

t.test('refuses a file that is too large, and uploads to a full site', async t => {
  const settings = { VAULT_FILE_LIMIT: '1000', VAULT_SITE_QUOTA: '1500' }
  const { url } = await startVault(t, { settings })
  const client = createVaultClient({
    addresses: { main: url, site: url },
    patience: { attempts: 1 },
  })
  await client.user.signIn(alex)
  const site = await client.sites.create()
  t.equal(await name(client.files.upload(site, sized('a', 1_001))), 'TooLarge')
  await client.files.upload(site, sized('a', 1_000))
  t.equal(await name(client.files.upload(site, sized('b', 1_000))), 'QuotaExceeded')
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
