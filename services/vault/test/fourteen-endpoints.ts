import { bytesSource, createVaultClient, VaultError } from '@night-routine/vault-api'
import type { Test } from 'tap'

/** The name of the error that an attempt ends with. */
export async function name(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
    return 'no error'
  } catch (error) {
    if (error instanceof VaultError) return error.name
    throw error
  }
}

/** The typed client of packages/vault-api at a host, with an account that has nothing there yet. */
export async function callAllEndpoints(
  t: Test,
  url: string,
  account: { email: string; password: string },
): Promise<void> {
  const client = createVaultClient({ addresses: { main: url, site: url } })
  t.equal(await name(client.user.signIn({ ...account, password: 'wrong' })), 'WrongCredentials')
  t.match(await client.user.signIn(account), { email: account.email })
  t.match(await client.user.info(), { email: account.email, mfa: false })

  t.same(await client.vaults.regions(), [{ id: 'home', name: 'Home' }])
  for (const encryptionVersion of [0, 2, 3] as const) {
    const password = 'über①'
    const { id } = await client.vaults.create({ name: 'Notes', password, encryptionVersion })
    const { vaults } = await client.vaults.list()
    const vault = vaults.find(entry => entry.id === id)
    if (vault === undefined) throw new Error('the new vault is not listed')
    t.equal(vault.encryptionVersion, encryptionVersion)
    await client.vaults.access(vault, { password })
    t.equal(await name(client.vaults.access(vault, { password: 'other' })), 'WrongKey')
  }

  const site = await client.sites.create()
  await client.sites.setSlug(site, 'our-nights')
  t.same([...(await client.sites.slugs([site.id]))], [[site.id, 'our-nights']])
  t.match((await client.sites.list()).sites, [{ id: site.id, slug: 'our-nights' }])
  const second = await client.sites.create()
  t.equal(await name(client.sites.setSlug(second, 'our-nights')), 'SlugTaken')

  const path = "deep/a b+ü&'(1).md"
  const source = bytesSource('# Tonight')
  await client.files.upload(site, { path, source })
  t.same(await client.files.list(site), [{ path, hash: source.hash, size: 9 }])
  const lying = { ...source, hash: 'ab'.repeat(32) }
  t.equal(await name(client.files.upload(site, { path, source: lying })), 'SourceChanged')
  await client.files.remove(site, path)
  t.same(await client.files.list(site), [])
  t.equal(await name(client.files.remove(site, path)), 'NotFound')

  await client.user.signOut()
  t.equal(await name(client.user.info()), 'NotSignedIn')
}
