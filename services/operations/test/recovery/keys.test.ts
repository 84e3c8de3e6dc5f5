import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readToken, saveToken } from '@night-routine/database/calendar'
import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import {
  createCredentials,
  findCredentials,
  saveSecondFactor,
} from '@night-routine/database/credentials'
import {
  readInstallationSettings,
  saveInstallationSettings,
} from '@night-routine/database/installation'
import { insertAbsenceSource, readSourcesToRead } from '@night-routine/database/nights'
import {
  keepPushKeys,
  readPersonChannels,
  readPushKeys,
  savePersonChannel,
} from '@night-routine/database/notifications'
import {
  bindMember,
  createShareLink,
  readShareLinkToken,
  sealShareLink,
} from '@night-routine/database/people'
import { readPublishedPassword, savePublishedPassword } from '@night-routine/database/site'
import {
  connectVault,
  createAccount,
  createVault,
  findAccount,
  readVaults,
  saveTotpSecret,
} from '@night-routine/database/vault'
import { sql } from 'kysely'
import t from 'tap'
import { aboutKeys, countKeyUse } from '../../src/recovery/keys.ts'
import { run } from '../run.ts'
import { folderOf, livedIn, now, otherDatabase } from './place.ts'

const [old, fresh, lost] = ['a', 'b', 'c'].map(digit => digit.repeat(64))

/** What a person entered at the first start of services/home. */
const entered = { CALDAV_PASSWORD: 'of the calendar' }

/** What a person filled in for their messages. */
const filledIn = { email: 'alex@example.com', channel: 'ntfy', values: { token: 'of the topic' } }

/** A household and a vault host whose secrets are all sealed with one key. */
async function sealedWith(t: Parameters<typeof livedIn>[0], key: string | undefined) {
  const place = await livedIn(t, { hasVault: true })
  const keys = parseSecretKeys([key ?? ''])
  const vault = connectVault({ url: place.url, applicationName: 'test' })
  t.teardown(() => vault.destroy())
  await transaction(place.db, trx =>
    saveToken(trx, keys, {
      accessToken: 'access',
      refreshToken: 'refresh',
      tokenType: 'Bearer',
      expiry: now,
      scope: ['openid'],
      accountEmail: 'alex@example.com',
      accountSubject: '1',
    }),
  )
  await transaction(place.db, trx =>
    saveInstallationSettings(trx, keys, { settings: entered, now }),
  )
  await savePublishedPassword(place.db, keys, 'of the site')
  const pair = { publicKey: 'public', privateKey: 'of the installation' }
  await transaction(place.db, trx => keepPushKeys(trx, keys, pair))
  await transaction(place.db, trx =>
    insertAbsenceSource(trx, keys, {
      parent: 'a',
      place: { kind: 'address', address: 'https://example.com/secret.ics' },
      name: 'example.com',
      version: { etag: null, window: '' },
      now,
    }),
  )
  const madeBy = { createdBy: 'alex@example.com', now }
  const link = await createShareLink(place.db, { tokenHash: '1'.repeat(64), ...madeBy })
  await sealShareLink(place.db, { keys, id: link, token: 'of the share page' })
  const id = '00000000-0000-4000-8000-000000000001'
  await transaction(place.db, async trx => {
    await createCredentials(trx, { id, email: 'alex@example.com' }, now)
    await saveSecondFactor(trx, keys, { id, secret: 'of the phone' })
  })
  await transaction(place.db, async trx => {
    await bindMember(trx, filledIn.email, '1')
    await savePersonChannel(trx, keys, filledIn)
  })
  const account = { id: 'u1', email: 'alex@example.com', name: 'Alex', passwordHash: 'h' }
  await createAccount(vault, account, now)
  await saveTotpSecret(vault, keys, 'u1', 'second factor')
  await createVault(vault, keys, {
    accountId: 'u1',
    limit: 5,
    vault: {
      id: 'v1',
      name: 'Vault',
      keyHash: 'k',
      salt: 's',
      password: 'of the vault',
      region: 'local',
      encryptionVersion: 3,
      createdAt: now,
    },
  })
  const secrets = async (list: readonly (string | undefined)[]) => {
    const these = parseSecretKeys(list.map(String))
    const token = await readToken(place.db, these)
    return {
      grant: [token?.accessToken, token?.refreshToken],
      installation: (await readInstallationSettings(place.db, these)).settings,
      channels: (await readPersonChannels(place.db, these)).map(({ values }) => values),
      site: await readPublishedPassword(place.db, these),
      push: (await readPushKeys(place.db, these))?.privateKey,
      absences: (await readSourcesToRead(place.db, these)).map(({ place: where }) => where),
      link: await readShareLinkToken(place.db, { keys: these, id: link, ...madeBy }),
      secondFactor: (await findCredentials(place.db, these, { id }))?.totpSecret,
      factor: (await findAccount(vault, these, 'alex@example.com'))?.totpSecret,
      password: (await readVaults(vault, these, 'u1'))[0]?.password,
    }
  }
  return { ...place, vault, secrets }
}

const all = {
  grant: ['access', 'refresh'],
  installation: entered,
  channels: [filledIn.values],
  site: 'of the site',
  push: 'of the installation',
  absences: [{ kind: 'address', address: 'https://example.com/secret.ics' }],
  link: 'of the share page',
  secondFactor: 'of the phone',
  factor: 'second factor',
  password: 'of the vault',
}
const keysOf = (...list: (string | undefined)[]) => parseSecretKeys(list.map(String))

t.test('rotates to a new key, after which the old one can be removed', async t => {
  const { url, secrets } = await sealedWith(t, old)
  const both = keysOf(fresh, old)
  t.same(await secrets([fresh, old]), all, 'both keys: everything can be read')
  const before = await countKeyUse(url, both)
  t.same(
    before.keys.map(({ texts }) => texts),
    [0, 11],
  )
  t.match(
    aboutKeys(before, false)[1],
    /Key 2 \(\w{8}\) is needed for 11 encrypted texts. Run keys --rotate/,
  )
  await t.rejects(secrets([fresh]), { name: 'TokenUnreadableError' }, 'too early')

  const rotated = await countKeyUse(url, both, { rotate: true })
  t.match(rotated, { resealed: 11, unreadable: [] })
  t.same(
    rotated.keys.map(({ texts }) => texts),
    [11, 0],
  )
  t.match(aboutKeys(rotated, true).join('\n'), /Key 2 \(\w{8}\) is no longer needed: remove it/)
  t.same(await secrets([fresh]), all, 'the old key can go')
  await t.rejects(secrets([old]), { name: 'TokenUnreadableError' })
  t.match(await countKeyUse(url, both, { rotate: true }), { resealed: 0 }, 'again: nothing to do')
})

t.test('counts the texts of a lost key, and leaves them unchanged', async t => {
  const { url, secrets } = await sealedWith(t, lost)
  for (const rotate of [false, true]) {
    const use = await countKeyUse(url, keysOf(fresh), { rotate })
    t.same(use.unreadable, [
      { column: 'public.absence_sources', texts: 1 },
      { column: 'public.identities', texts: 1 },
      { column: 'public.installation_settings', texts: 1 },
      { column: 'public.oauth_token', texts: 2 },
      { column: 'public.person_channels', texts: 1 },
      { column: 'public.publication', texts: 1 },
      { column: 'public.push_keys', texts: 1 },
      { column: 'public.share_links', texts: 1 },
      { column: 'vault.accounts', texts: 1 },
      { column: 'vault.vaults', texts: 1 },
    ])
    t.equal(use.resealed, 0)
    t.match(
      aboutKeys(use, false).join('\n'),
      /make each a link: people recover ADDRESS[^]*at \/set-up[^]*presses Reconnect[^]*fill in their ways[^]*sets the password[^]*turns on notifications[^]*cannot be shown again[^]*second factor[^]*create the vaults again/,
    )
  }
  t.same(await secrets([lost]), all, 'they can be read once the key is found')
})

t.test('a restore without the key of the backup warns, and says what is lost', async t => {
  const { url } = await sealedWith(t, lost)
  const file = join(await folderOf(t), 'backup')
  const restored = async (key: string | undefined) => {
    const into = await otherDatabase(t)
    const env = { DATABASE_URL: into.url, SECRET_KEYS: key }
    return run(['restore', file], { env })
  }
  await run(['backup', file], { env: { DATABASE_URL: url } })
  t.match(await restored(fresh), {
    code: 0,
    said: /^Restored [^]*Warning: SECRET_KEYS .* lacks the key of this backup[^]*presses Reconnect[^]*Start Night/,
  })
  const { said } = await restored(`${fresh},${lost}`)
  t.notMatch(said, 'Warning')
})

t.test('works for a household without a vault host', async t => {
  const { url } = await livedIn(t)
  t.match(await countKeyUse(url, keysOf(fresh), { rotate: true }), {
    keys: [{ texts: 0 }],
    unreadable: [],
  })
})

t.test('works on tables of an older version, which lack a sealed column or table', async t => {
  const { db, url } = await sealedWith(t, old)
  await sql`alter table publication drop column password`.execute(db)
  await sql`drop table vault.vaults cascade`.execute(db)
  t.match(await countKeyUse(url, keysOf(old)), { keys: [{ texts: 9 }], unreadable: [] })
})

t.test('rotates every sealed column of the database package', async t => {
  const cwd = `${import.meta.dirname}/../../../../packages/database/src`
  const sealed = globSync('**/*.ts', { cwd })
    .map(path => readFileSync(`${cwd}/${path}`, 'utf8'))
    .flatMap(text => [...text.matchAll(/['`](\w+)\.(?:1|\$\{\w+\})\.(\w+)['`]/g)])
    .map(([, table, column]) => `${table}.${column}`)
    // Ends within minutes.
    .filter(column => column !== 'confirmations.request')
  t.same(sealed.toSorted(), [
    'absence_sources.address',
    'identities.totp_secret',
    'installation_settings.value',
    'oauth_token.access_token',
    'oauth_token.refresh_token',
    'person_channels.settings',
    'publication.password',
    'push_keys.private_key',
    'share_links.token',
    'vault_accounts.totp_secret',
    'vault_vaults.password',
  ])
})
