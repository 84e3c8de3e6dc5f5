import { checkOdd, oddJson } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { alex, startSite } from '../running-vault.ts'

const codes = new Set(
  `INVALID_REQUEST WRONG_CREDENTIALS MFA_REQUIRED NOT_SIGNED_IN WRONG_KEY UNSUPPORTED_ENCRYPTION LIMIT_REACHED NOT_FOUND
  SLUG_TAKEN TOO_LARGE QUOTA_EXCEEDED HASH_MISMATCH RATE_LIMITED`.split(/\s+/),
)

type Site = Awaited<ReturnType<typeof startSite>>

/** A call of each endpoint as it should be. What it changes must not add up, so it comes with a limit. */
const calls = ({ token, id }: Site): Record<string, Record<string, unknown>> => ({
  '/user/signin': { email: alex.email, password: alex.password, mfa: '' },
  '/user/signout': { token: 'x'.repeat(43) },
  '/user/info': { token },
  '/vault/regions': { token, host: 'h' },
  '/vault/list': { token, supported_encryption_version: 3 },
  '/vault/create': {
    token,
    name: 'Notes',
    keyhash: 'ab'.repeat(32),
    salt: '00'.repeat(16),
    region: '',
    encryption_version: 3,
  },
  '/vault/access': {
    token,
    vault_uid: 'f'.repeat(32),
    keyhash: 'ab'.repeat(32),
    host: 'h',
    supported_encryption_version: 3,
    encryption_version: 3,
  },
  '/publish/list': { token },
  '/publish/create': { token },
  '/api/slug': { token, id, host: 'h', slug: 'our-nights' },
  '/api/slugs': { token, ids: [id] },
  '/api/site': { slug: 'our-nights' },
  '/api/options': { token, id, options: { siteName: 'x', navigationOrdering: ['a'] } },
  '/api/list': { token, id, version: 2 },
  '/api/remove': { token, id, path: 'no such file.md' },
  '/publish/delete': { token, site_uid: 'f'.repeat(32) },
})

/** An answer of the contract: a success, or a refusal with its code and words on the right status. */
function check(path: string, status: number, body: Record<string, unknown>): void {
  const said = `${path} ${status} ${JSON.stringify(body).slice(0, 200)}`
  const isMain = /^\/(?:user|vault)\//.test(path)
  if (!('error' in body)) {
    if (status !== 200) throw new Error(said)
    return
  }
  if (!codes.has(String(body['code'])) || typeof body['error'] !== 'string') throw new Error(said)
  if (isMain ? status !== 200 : status < 400 || status >= 500) throw new Error(said)
}

/** Everything that the host has stored for Alex, but the sites and vaults that good calls make. */
async function stored({ db, list, token, id }: Site) {
  const files = await list(token, id)
  const accounts = await db.selectFrom('vault.accounts').select(['email', 'name']).execute()
  return JSON.stringify([files, accounts.toSorted((a, b) => (a.email < b.email ? -1 : 1))])
}

t.test('answers a body with any one defect as the contract says, and keeps serving', async t => {
  const settings = { VAULT_SITES_PER_ACCOUNT: '3', VAULT_VAULTS_PER_ACCOUNT: '3' }
  const site = await startSite(t, { settings })
  await site.upload(site.token, site.id, 'kept.md', 'kept')
  const before = await stored(site)
  const good = calls(site)
  const one = fc.oneof(
    ...Object.entries(good).map(([path, body]) => oddJson(body).map(bytes => ({ path, bytes }))),
  )
  await checkOdd(
    t,
    one,
    async ({ path, bytes }) => {
      const answer = await fetch(site.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Uint8Array.from(bytes),
      })
      check(path, answer.status, (await answer.json()) as Record<string, unknown>)
    },
    { cases: 120 },
  )
  t.equal(await stored(site), before, 'nothing is half written')
  // Many cases use up the wrong passwords of a day.
  await site.db.deleteFrom('vault.sign_in_attempts').execute()
  for (const path of ['/user/signin', '/user/info', '/vault/list', '/publish/list', '/api/list'])
    t.notOk('error' in (await site.post(path, good[path])).body, path)
})
