import { join } from 'node:path'
import { transaction, type Database } from '@night-routine/database/connection'
import {
  findCredentials,
  readCredentials,
  renewCredentials,
  saveSecondFactor,
} from '@night-routine/database/credentials'
import { addressAs, addressOf, emptyDatabase } from '@night-routine/testing/database'
import t, { type Test } from 'tap'
import {
  actionIn,
  browserOf,
  firstPerson,
  goodPassword,
  keys,
  publicUrl,
  webWithCredentials,
  type Browser,
} from '../../../web/test/web-with-credentials.ts'
import { askedIn, softwarePasskey } from '../../../web/test/software-passkey.ts'
import { appSecret, codeAt } from '../one-time-code.ts'
import { folderOf } from '../recovery/place.ts'
import { run } from '../run.ts'

const [alex, robin, kim] = ['alex@example.com', 'robin@example.com', 'kim@example.com'] as const
const robinsPassword = 'nine otters under the bridge'

/** A household whose people have accounts of the installation: Alex a password, Robin a code too, Kim a passkey. */
async function household(t: Test) {
  const web = await webWithCredentials(t)
  const { service, db } = web
  const browser = browserOf(service)
  await firstPerson(browser, alex)
  const arrive = async (email: string, fields: (page: string) => Record<string, string>) => {
    const made = (await browser.act('/people/invitations', { parent: 'b' })).body
    const [, path = ''] = /(\/invitations\/[\w-]{43})/.exec(made) ?? []
    const visitor = browserOf(service)
    const { answer } = await visitor.follow(`${path}/sign-in`)
    const { at } = await visitor.follow(actionIn(answer.body), { email, ...fields(answer.body) })
    t.notMatch(at, '/identity', `${email} has come in`)
  }
  await arrive(robin, () => ({ password: robinsPassword }))
  const { id } = await identityOf(db, robin)
  await transaction(db, trx => saveSecondFactor(trx, keys, { id, secret: appSecret }))
  const device = softwarePasskey(publicUrl)
  await arrive(kim, page => ({ password: '', passkey: device.create(askedIn(page, 'create')) }))
  const file = join(await folderOf(t), 'household.backup')
  const url = await addressOf(db)
  return {
    ...web,
    browser,
    device,
    backUp: async () => run(['backup', file], { env: { DATABASE_URL: url }, at: web.start }),
    /** Another machine, which has the backup, the keys and the settings. */
    restoreElsewhere: async () => {
      const other = await emptyDatabase(t)
      const env = { DATABASE_URL: other.url }
      const { code, said } = await run(['restore', file], { env, at: web.start })
      t.equal(code, 0)
      const restored = await web.build({ DATABASE_URL: addressAs('web', other.url) })
      return { db: other.db, service: restored, said }
    },
  }
}

async function identityOf(db: Database, email: string) {
  const identity = await findCredentials(db, keys, { email })
  if (identity === undefined) throw new Error(`${email} has no account`)
  return identity
}

/** Everyone, but not when they signed in: a backup does not have that. */
async function peopleIn(db: Database) {
  const all = await readCredentials(db)
  return all.map(({ id, email, version, passkeys, mfa }) => ({ id, email, version, passkeys, mfa }))
}

/** Goes through the whole sign-in. @returns the page where it ends, or the status of the page that refuses it */
async function signIn(
  browser: Browser,
  email: string,
  password: string,
  code = '',
): Promise<string> {
  const { answer, at } = await browser.enter('/auth', { email, password })
  if (!answer.body.includes('one-time-code'))
    return at.startsWith('/identity/') ? `${answer.statusCode}` : at
  const second = await browser.follow(actionIn(answer.body), { code })
  return `code, ${second.at}`
}

t.test('after the loss of everything and a restore, everyone signs in as before', async t => {
  const { db, browser, device, backUp, restoreElsewhere, now } = await household(t)
  const before = await peopleIn(db)
  t.match(await backUp(), { code: 0 })
  const restored = await restoreElsewhere()

  const visitor = browserOf(restored.service)
  for (const [name, cookie] of browser.cookies) visitor.cookies.set(name, cookie)
  t.match((await visitor.send('/')).body, /href="\/auth">Sign in</, 'sessions have ended')
  t.notMatch(
    (await visitor.follow('/auth')).answer.body,
    'set-up code',
    'no one can be first again',
  )
  t.equal(await signIn(visitor, alex, robinsPassword), '401')
  t.equal(await signIn(visitor, alex, goodPassword), '/calendars')
  t.equal(
    await signIn(browserOf(restored.service), robin, robinsPassword, codeAt(now())),
    'code, /calendars',
  )
  const kims = browserOf(restored.service)
  const { answer: page } = await kims.follow('/auth')
  const passkey = device.use(askedIn(page.body, 'get'))
  const { at } = await kims.follow(`${actionIn(page.body)}/passkey`, { passkey })
  t.equal(at, '/calendars')
  t.same(await peopleIn(restored.db), before, 'with the same subjects')
})

t.test('a restore makes the password of that time right again, and says so', async t => {
  const { db, service, backUp, restoreElsewhere } = await household(t)
  await backUp()
  const { id, version } = await identityOf(db, alex)
  const { passwordHash } = await identityOf(db, robin)
  await renewCredentials(db, { id, version, passwordHash: passwordHash ?? '' })
  t.equal(await signIn(browserOf(service), alex, robinsPassword), '/calendars')

  const restored = await restoreElsewhere()
  t.match(restored.said, 'a password that was changed since is the old one again')
  t.match(restored.said, 'people recover ADDRESS')
  t.equal(await signIn(browserOf(restored.service), alex, robinsPassword), '401')
  t.equal(await signIn(browserOf(restored.service), alex, goodPassword), '/calendars')
})
