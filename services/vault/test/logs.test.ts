import { parseSecretKeys } from '@night-routine/database/connection'
import { findAccount, saveTotpSecret } from '@night-routine/database/vault'
import { Secret, TOTP } from 'otpauth'
import t from 'tap'
import { alex, secretKey, startVault } from './running-vault.ts'

t.test('logs no token, password, code, key or address', async t => {
  const lines: string[] = []
  const { post, upload, makeSite, get, db, clock } = await startVault(t, {
    log: line => lines.push(line),
    breaks: true,
  })
  const keys = parseSecretKeys([secretKey])
  const account = await findAccount(db, keys, alex.email)
  const secret = new Secret({ size: 20 })
  await saveTotpSecret(db, keys, account?.id ?? '', secret.base32)
  const mfa = new TOTP({ secret }).generate({ timestamp: clock.now().epochMilliseconds })
  const { email, password } = alex
  await post('/user/signin', { email, password: 'not my password' })
  await post('/user/signin', { email, password })
  const token = String((await post('/user/signin', { email, password, mfa })).body['token'])
  t.match(token, /^[\w-]{43}$/)
  const [keyhash, salt] = ['ab'.repeat(32), 'cd'.repeat(16)]
  const vault = { token, name: 'V', keyhash, salt, region: '', encryption_version: 3 }
  const { id: vaultId } = (await post('/vault/create', vault)).body
  await post('/vault/access', { token, vault_uid: vaultId, keyhash: 'ef'.repeat(32) })
  await post('/vault/access', { token: 'a dead token', vault_uid: vaultId, keyhash })
  const id = await makeSite(token, 'notes')
  await upload(token, id, 'a.md', 'text')
  await upload(token, id, 'a.md', 'text', { 'pub-hash': '00' })
  await upload('another dead token', id, 'a.md', 'text')
  await post('/api/list', `{"token":"${token}", broken`)
  await get(`/s/notes/a?token=${token}`)
  const sitePassword = 'password of the site'
  await post('/api/options', { token, id, password: sitePassword })
  const form = new URLSearchParams({ password: sitePassword })
  const entered = await get('/s/notes/a', { method: 'POST', body: form, redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? ''
  t.match(cookie, /^\d+\.[\w-]{43}$/)
  await get('/s/notes/a', { headers: { cookie: `reader=${cookie}` } })
  const credentials = Buffer.from(`alex:${sitePassword}`).toString('base64')
  await get('/s/notes/a', { headers: { authorization: `Basic ${credentials}` } })
  // A database that goes away is where errors with whole queries come from.
  await db.schema.dropTable('vault.files').cascade().execute()
  await post('/api/list', { token, id })
  await upload(token, id, 'a.md', 'text')
  await post('/user/signout', { token })

  const log = lines.join('')
  t.ok(lines.length > 15, `${lines.length} lines`)
  t.match(log, 'a request failed')
  for (const word of [
    token,
    password,
    'not my password',
    'a dead token',
    'another dead token',
    `"${mfa}"`,
    keyhash,
    'ef'.repeat(32),
    salt,
    email,
    secret.base32,
    secretKey,
    sitePassword,
    cookie,
    credentials,
  ])
    t.notMatch(log, word)
})
