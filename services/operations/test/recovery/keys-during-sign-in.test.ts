import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import { findCredentials, saveSecondFactor } from '@night-routine/database/credentials'
import { addressOf } from '@night-routine/testing/database'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import {
  actionIn,
  browserOf,
  firstPerson,
  goodPassword,
  keys,
  publicUrl,
  secretKey as old,
  webWithCredentials,
  type Browser,
} from '../../../web/test/web-with-credentials.ts'
import { askedIn, softwarePasskey } from '../../../web/test/software-passkey.ts'
import { appSecret, codeAt } from '../one-time-code.ts'
import { run } from '../run.ts'

const fresh = 'cd'.repeat(32)
const email = 'alex@example.com'

/** Web with the old key, with both and with the new one alone, and a person who has a second factor. */
async function rotating(t: Test) {
  const { db, service: before, build, now } = await webWithCredentials(t)
  await firstPerson(browserOf(before))
  const { id = '' } = (await findCredentials(db, keys, { email })) ?? {}
  await transaction(db, trx => saveSecondFactor(trx, keys, { id, secret: appSecret }))
  const DATABASE_URL = await addressOf(db)
  return {
    db,
    before,
    /** What the app shows; the clock of web stands still. */
    code: () => codeAt(now()),
    during: await build({ SECRET_KEYS: `${fresh},${old}` }),
    after: await build({ SECRET_KEYS: fresh }),
    rotate: async () =>
      run(['keys', '--rotate'], { env: { DATABASE_URL, SECRET_KEYS: `${fresh},${old}` } }),
  }
}

/** The same browser, whose requests another copy of web answers. */
function movedTo(service: FastifyInstance, browser: Browser): Browser {
  const moved = browserOf(service)
  for (const [name, cookie] of browser.cookies) moved.cookies.set(name, cookie)
  return moved
}

const entered = { email, password: goodPassword }

/** A whole sign-in with password and code. @returns the page where it ends */
async function signIn(service: FastifyInstance, code: string): Promise<string> {
  const browser = browserOf(service)
  const { answer } = await browser.enter('/auth', entered)
  return (await browser.follow(actionIn(answer.body), { code })).at
}

t.test('a sign-in that started with the old key is finished with both', async t => {
  const { before, during, code } = await rotating(t)
  const first = browserOf(before)
  const { answer: form } = await first.follow('/auth')
  const second = movedTo(during, first)
  const { answer: asked } = await second.follow(actionIn(form.body), entered)
  t.match(asked.body, 'autocomplete="one-time-code"')
  const { at } = await second.follow(actionIn(asked.body), { code: code() })
  t.equal(at, '/calendars')
})

t.test('so is one with a passkey that was asked for with the old key', async t => {
  const { service: before, build } = await webWithCredentials(t)
  const alex = browserOf(before)
  await firstPerson(alex)
  const made = (await alex.act('/people/invitations', { parent: 'b' })).body
  const [, invitation = ''] = /(\/invitations\/[\w-]{43})/.exec(made) ?? []
  const robin = browserOf(before)
  const { answer: page } = await robin.follow(`${invitation}/sign-in`)
  const device = softwarePasskey(publicUrl)
  const passkey = device.create(askedIn(page.body, 'create'))
  const arriving = { email: 'robin@example.com', password: '', passkey }
  t.equal((await robin.follow(actionIn(page.body), arriving)).at, '/calendars')

  const asking = browserOf(before)
  const { answer: form } = await asking.follow('/auth')
  const answered = { passkey: device.use(askedIn(form.body, 'get')) }
  const path = `${actionIn(form.body)}/passkey`
  const after = movedTo(await build({ SECRET_KEYS: fresh }), asking)
  t.equal((await after.follow(path, answered)).answer.statusCode, 401)
  const during = movedTo(await build({ SECRET_KEYS: `${fresh},${old}` }), asking)
  t.equal((await during.follow(path, answered)).at, '/calendars')
})

t.test('a session lives through a new key', async t => {
  const { before, during, after, rotate, code } = await rotating(t)
  const browser = browserOf(before)
  const { answer: asked } = await browser.enter('/auth', entered)
  await browser.follow(actionIn(asked.body), { code: code() })
  await rotate()
  for (const service of [during, after])
    t.equal((await movedTo(service, browser).send('/you')).statusCode, 200)
})

t.test('the old key can go once everything is encrypted again', async t => {
  const { db, before, during, after, rotate, code } = await rotating(t)
  t.equal(await signIn(during, code()), '/calendars', 'with both keys')
  const early = await browserOf(after).enter('/auth', entered)
  t.equal(early.answer.statusCode, 401)
  t.match(await rotate(), { code: 0, said: /Encrypted again with key 1: 1 encrypted text\./ })
  const sealed = await findCredentials(db, parseSecretKeys([fresh]), { email })
  t.equal(sealed?.totpSecret, appSecret)

  const first = browserOf(before)
  const { answer: form } = await first.enter('/auth', entered)
  const given = { code: code() }
  const late = await movedTo(after, first).follow(actionIn(form.body), given)
  t.match(late.answer.body, 'current-password', 'what started with the old key alone starts again')

  await db.updateTable('identities').set({ totp_step: null }).execute()
  t.equal(await signIn(after, code()), '/calendars', 'with the new key alone')
})
