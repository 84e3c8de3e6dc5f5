import { deriveKey, keyHash } from '@night-routine/vault-api'
import t from 'tap'
import { robin, startVault, testClock } from '../../running-vault.ts'
import { badForAll, checkRefusals } from '../bad-input.ts'

const salt = '000102030405060708090a0b0c0d0e0f'
const key = '0ae47c7525605d732e7eb8cfcca7835177b69e0e4bf3de2791728c98cd608fa1'

t.test('creates and lists a vault, and opens it with its key alone', async t => {
  const { post, signIn } = await startVault(t)
  const token = await signIn()
  const made = await post('/vault/create', {
    token,
    name: 'Family',
    keyhash: key.toUpperCase(),
    salt,
    region: 'home',
    encryption_version: 3,
  })
  t.equal(made.status, 200)
  const { id } = made.body
  const expected = {
    id,
    uid: id,
    name: 'Family',
    password: key,
    salt,
    created: 1_795_176_000_000,
    host: 'localhost:8080',
    size: 0,
    region: 'home',
    encryption_version: 3,
  }
  t.same(made.body, expected)
  t.same((await post('/vault/list', { token, supported_encryption_version: 3 })).body, {
    vaults: [expected],
    shared: [],
    limit: 50,
  })
  t.match((await post('/vault/list', { token })).body, { vaults: [{ id }] })

  const access = async (more: object) =>
    (await post('/vault/access', { token, vault_uid: id, keyhash: key, host: 'h', ...more })).body
  const ok = { status: 'ok' }
  t.same(await access({ encryption_version: 3, supported_encryption_version: 3 }), ok)
  t.same(await access({}), ok, 'both versions may be missing')
  t.same(await access({ vault_uid: undefined, uid: id }), ok, 'under the other name')
  t.same(await access({ keyhash: key.toUpperCase(), host: null }), ok)
  const wrong = { error: 'Wrong vault key, please try again.', code: 'WRONG_KEY' }
  t.match(await access({ keyhash: 'ab' }), wrong)
  t.match(await access({ keyhash: '' }), wrong)
  t.match(await access({ keyhash: key.replace('0', '1') }), wrong)
})

t.test('a host that hides key hashes returns an empty password', async t => {
  const { post, signIn } = await startVault(t, { settings: { VAULT_HIDE_KEY_HASH: 'true' } })
  const token = await signIn()
  const vault = { name: 'Mine', keyhash: key, salt, region: '', encryption_version: 3 }
  t.match((await post('/vault/create', { token, ...vault })).body, { password: '' })
  const { body } = await post('/vault/list', { token })
  t.match(body, { vaults: [{ password: '' }] })
})

t.test('a vault without a key from the client gets one from the host', async t => {
  const { post, signIn, db } = await startVault(t)
  const token = await signIn()
  for (const [version, keyhash] of [
    [3, null],
    [2, ''],
    [0, ''],
  ] as const) {
    const vault = { name: `Standard ${version}`, keyhash, region: '', encryption_version: version }
    const { body } = await post('/vault/create', { token, ...vault })
    const [password, ownSalt] = [String(body['password']), String(body['salt'])]
    t.match(password, /^[\w-]{32}$/)
    const proof = await keyHash(await deriveKey(password, ownSalt), ownSalt, version)
    const access = { token, vault_uid: body['id'], encryption_version: version }
    t.same((await post('/vault/access', { ...access, keyhash: proof })).body, { status: 'ok' })
    t.same((await post('/vault/access', access)).body, { status: 'ok' }, 'its password was given')
    const wrong = await post('/vault/access', { ...access, keyhash: key })
    t.match(wrong.body, { code: 'WRONG_KEY' })
    const rows = await db.selectFrom('vault.vaults').select('sealed_password').execute()
    t.notMatch(JSON.stringify(rows), password, 'stored sealed')
  }
})

t.test('a vault whose key is lost opens with its password, and others as ever', async t => {
  const clock = testClock()
  const { post, signIn, db } = await startVault(t, { clock })
  const token = await signIn()
  const named = { token, region: '', encryption_version: 3 }
  const { body } = await post('/vault/create', { ...named, name: 'Ours', keyhash: null })
  clock.advance(1)
  await post('/vault/create', { ...named, name: 'Mine', keyhash: key, salt })
  await db
    .updateTable('vault.vaults')
    .set({ sealed_password: 'ffffffff.AAAA' })
    .where('name', '=', 'Ours')
    .execute()
  const listed = await post('/vault/list', { token })
  t.match(listed.body, { vaults: [{ name: 'Ours', password: '' }, { password: key }] })
  const ownSalt = String(body['salt'])
  const proof = await keyHash(await deriveKey(String(body['password']), ownSalt), ownSalt, 3)
  const access = { token, vault_uid: body['id'] }
  t.same((await post('/vault/access', { ...access, keyhash: proof })).body, { status: 'ok' })
  t.match((await post('/vault/access', access)).body, { code: 'INVALID_REQUEST' })
})

t.test('refuses bad input', async t => {
  const vault = await startVault(t)
  const token = await vault.signIn()
  const good = { token, name: 'V', keyhash: key, salt, region: 'home', encryption_version: 3 }
  await checkRefusals(t, vault, {
    path: '/vault/create',
    main: true,
    cases: [
      ...badForAll(good),
      ['no name', { ...good, name: undefined }, 'INVALID_REQUEST'],
      ['an empty name', { ...good, name: '' }, 'INVALID_REQUEST'],
      ['a name with NUL', { ...good, name: 'a\0b' }, 'INVALID_REQUEST'],
      ['a long name', { ...good, name: 'x'.repeat(201) }, 'INVALID_REQUEST'],
      ['a name of a number', { ...good, name: 1 }, 'INVALID_REQUEST'],
      ['no key hash', { ...good, keyhash: undefined }, 'INVALID_REQUEST'],
      ['a key hash of a number', { ...good, keyhash: 1 }, 'INVALID_REQUEST'],
      ['a key hash that is no hex', { ...good, keyhash: 'xyz!' }, 'INVALID_REQUEST'],
      ['half a byte', { ...good, keyhash: 'abc' }, 'INVALID_REQUEST'],
      ['no salt', { ...good, salt: undefined }, 'INVALID_REQUEST'],
      ['a salt that is no hex', { ...good, salt: 'salty' }, 'INVALID_REQUEST'],
      ['an unknown region', { ...good, region: 'moon' }, 'INVALID_REQUEST'],
      ['no version', { ...good, encryption_version: undefined }, 'INVALID_REQUEST'],
      ['a version as text', { ...good, encryption_version: '3' }, 'INVALID_REQUEST'],
      ['half a version', { ...good, encryption_version: 2.5 }, 'INVALID_REQUEST'],
      ['version 1', { ...good, encryption_version: 1 }, 'UNSUPPORTED_ENCRYPTION'],
      ['version 4', { ...good, encryption_version: 4 }, 'UNSUPPORTED_ENCRYPTION'],
      ['version -1', { ...good, encryption_version: -1 }, 'UNSUPPORTED_ENCRYPTION'],
      ['no region', { ...good, region: undefined }, undefined],
      ['an empty region', { ...good, region: '' }, undefined],
    ],
  })
  const listed = (await vault.post('/vault/list', { token })).body['vaults'] as { id: string }[]
  const access = { token, vault_uid: listed[0]?.id, keyhash: key, host: 'h' }
  const robins = await vault.signIn(robin)
  await checkRefusals(t, vault, {
    path: '/vault/access',
    main: true,
    cases: [
      ...badForAll(access),
      ['no vault', { ...access, vault_uid: undefined }, 'INVALID_REQUEST'],
      ['a vault of a number', { ...access, vault_uid: 1 }, 'INVALID_REQUEST'],
      ['an unknown vault', { ...access, vault_uid: 'f'.repeat(32) }, 'NOT_FOUND'],
      ['a vault with NUL', { ...access, vault_uid: '\0' }, 'NOT_FOUND'],
      ['another account’s vault', { ...access, token: robins }, 'NOT_FOUND'],
      ['no key hash', { ...access, keyhash: undefined }, 'INVALID_REQUEST'],
      ['null as key hash', { ...access, keyhash: null }, 'INVALID_REQUEST'],
      ['a key hash of a number', { ...access, keyhash: 1 }, 'INVALID_REQUEST'],
      ['a wrong key hash', { ...access, keyhash: 'zz' }, 'WRONG_KEY'],
      ['another version', { ...access, encryption_version: 2 }, 'UNSUPPORTED_ENCRYPTION'],
      ['an old client', { ...access, supported_encryption_version: 2 }, 'UNSUPPORTED_ENCRYPTION'],
      ['a version as text', { ...access, encryption_version: '3' }, 'INVALID_REQUEST'],
    ],
  })
  t.same((await vault.post('/vault/list', { token: robins })).body['vaults'], [])
})

t.test('an account has so many vaults and sites, also for simultaneous requests', async t => {
  const settings = { VAULT_VAULTS_PER_ACCOUNT: '2', VAULT_SITES_PER_ACCOUNT: '2' }
  const { post, signIn } = await startVault(t, { settings })
  const token = await signIn()
  const vault = { token, name: 'V', keyhash: key, salt, region: '', encryption_version: 3 }
  for (const [path, body] of Object.entries({
    '/vault/create': vault,
    '/publish/create': { token },
  })) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(path, body)))
    t.equal(answers.filter(answer => 'id' in answer.body).length, 2, path)
    t.equal(answers.filter(answer => answer.body['code'] === 'LIMIT_REACHED').length, 4, path)
  }
})

t.test('no refusal contains a regular expression', async t => {
  const { post, signIn } = await startVault(t)
  const vault = {
    token: await signIn(),
    name: 'x',
    keyhash: 'xyz',
    salt: 'ab',
    encryption_version: 3,
  }
  for (const body of [vault, { ...vault, keyhash: 'ab', name: 'a\u0001' }]) {
    const { error } = (await post('/vault/create', body)).body
    t.match(error, /^A value in this request is not one we can take: \w+\.$/)
  }
})
