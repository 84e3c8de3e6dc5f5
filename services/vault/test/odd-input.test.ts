import { checkOdd, oddJson, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { alex, startVault } from './running-vault.ts'

t.test('the API answers odd JSON, and the next call', async t => {
  const { url, signIn, makeSite, upload, list } = await startVault(t)
  const token = await signIn()
  const id = await makeSite(token, 'notes')
  await upload(token, id, 'kept.md', 'kept')
  const calls: [path: string, valid: object][] = [
    ['/user/info', { token }],
    ['/publish/list', { token }],
    ['/vault/list', { token, supported_encryption_version: 3 }],
    ['/vault/access', { token, vault_uid: id, keyhash: 'ab', host: 'x', encryption_version: 3 }],
    ['/api/list', { token, id, version: 2 }],
    ['/api/slug', { token, id, host: '', slug: 'notes' }],
    ['/api/site', { slug: 'notes' }],
    ['/api/options', { token, id, options: { siteName: 'Notes' } }],
    ['/api/remove', { token, id, path: 'none.md' }],
    ['/user/signout', { token: 'none' }],
  ]
  const cases = fc
    .constantFrom(...calls)
    .chain(([path, valid]) => oddJson(valid).map(body => ({ path, body })))
  await checkOdd(
    t,
    cases,
    async ({ path, body }) => {
      const answer = await fetch(url + path, { method: 'POST', body: new Uint8Array(body) })
      const text = await answer.text()
      if (answer.status >= 500) throw new Error(`${answer.status} ${text}`)
      if (typeof JSON.parse(text) !== 'object') throw new Error(text)
      const [file] = await list(token, id)
      if (file?.path !== 'kept.md') throw new Error('the next call does not find the file')
    },
    { cases: 120 },
  )
})

t.test('signing in answers odd JSON', async t => {
  const { url } = await startVault(t)
  const { email, password } = alex
  await checkOdd(
    t,
    oddJson({ email, password, mfa: '' }),
    async bytes => {
      const body = new Uint8Array(bytes)
      const answer = await fetch(`${url}/user/signin`, { method: 'POST', body })
      const text = await answer.text()
      if (answer.status !== 200 && answer.status !== 429)
        throw new Error(`${answer.status} ${text}`)
    },
    { cases: 40 },
  )
})

t.test('an upload with odd headers is refused whole, or stored whole', async t => {
  const { signIn, makeSite, upload, list } = await startVault(t)
  const token = await signIn()
  const id = await makeSite(token)
  const name = fc.oneof(
    oddText({ maxLength: 1_000, seeds: ['a.md', '/'] }).map(text => text.toWellFormed()),
    fc.constantFrom('a/../b', '.', '..', 'a//b', '\\', 'CON', 'a\u0301.md'),
  )
  const stored = new Set<string>()
  await checkOdd(
    t,
    name,
    async path => {
      const { status } = await upload(token, id, path, 'content')
      if (status >= 500) throw new Error(`${status}`)
      if (status === 200) stored.add(path)
    },
    { cases: 100 },
  )
  const found = await list(token, id)
  t.same(new Set(found.map(({ path }) => path)), stored)
})
