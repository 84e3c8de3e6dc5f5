import { readHistory, readIdentities, readPasskeys } from '@night-routine/database'
import t, { type Test } from 'tap'
import { setUpCode } from '../../../src/sign-in/set-up-code.ts'
import {
  actionIn,
  browserOf,
  firstPerson,
  goodPassword,
  keys,
  publicUrl,
  webWithAccounts,
  type Browser,
} from '../../own-accounts.ts'
import { selectFamily } from '../../selected-calendar.ts'
import { askedIn, softwarePasskey } from '../../software-passkey.ts'

const add = '/you/passkeys'
const remove = '/you/passkeys/remove'
type Device = ReturnType<typeof softwarePasskey>

/** Makes the first account with a passkey, and signs it in. */
async function firstWithPasskey(browser: Browser, device: Device) {
  const { answer: page } = await browser.follow('/auth')
  const passkey = device.create(askedIn(page.body, 'create'))
  const code = { set_up_code: setUpCode(keys), email: 'alex@example.com', password: '' }
  await browser.follow(actionIn(page.body), { ...code, passkey })
}

/** Signs in with a passkey. */
async function signIn(browser: Browser, device: Device) {
  const { answer } = await browser.follow('/auth')
  const passkey = device.use(askedIn(answer.body, 'get'))
  return browser.follow(`${actionIn(answer.body)}/../passkey`, { passkey })
}

async function heldBy({ db }: Awaited<ReturnType<typeof webWithAccounts>>) {
  const [identity] = await readIdentities(db)
  return readPasskeys(db, identity?.id ?? '')
}

/** What the page asks a new passkey for. */
async function toMake(browser: Browser) {
  return askedIn((await browser.send(add)).body, 'create')
}

t.test('a person with a password adds a passkey, and removes it', async t => {
  const web = await webWithAccounts(t)
  const [alex, phone] = [browserOf(web.service), browserOf(web.service)]
  await firstPerson(alex)
  t.match((await alex.send('/you')).body, 'You have no passkey yet.')
  const device = softwarePasskey(publicUrl)

  await t.test('only with the current password, and an answer to this session', async t => {
    const asked = await toMake(alex)
    for (const [fields, status, said] of [
      [{ password: '' }, 403, 'That isn’t your current password. Nothing was changed.'],
      [{ password: `${goodPassword}!` }, 403, 'That isn’t your current password.'],
      [{ passkey: device.create(asked, { isVerified: false }) }, 400, 'couldn’t be checked'],
      [{ passkey: '' }, 400, 'couldn’t be checked'],
      [{ passkey: softwarePasskey('https://night.example.net').create(asked) }, 400, 'checked'],
    ] as const) {
      const passkey = device.create(asked)
      const answer = await alex.send(add, { password: goodPassword, passkey, ...fields })
      t.equal(answer.statusCode, status)
      t.match(answer.body, said)
    }
    t.same(await heldBy(web), [])
    // Another session of the same person.
    await phone.enter('/auth', { email: 'alex@example.com', password: goodPassword })
    const passkey = device.create(asked)
    const answer = await phone.send(add, { password: goodPassword, passkey })
    t.equal(answer.statusCode, 400)
  })

  await t.test('a page that is too old asks again', async t => {
    const asked = await toMake(alex)
    web.advance({ minutes: 21 })
    const late = { password: goodPassword, passkey: device.create(asked) }
    const answer = await alex.send(add, late)
    t.equal(answer.statusCode, 400)
    const again = { ...late, passkey: device.create(askedIn(answer.body, 'create')) }
    t.equal((await alex.send(add, again)).headers.location, '/you#signing-in')
    t.match(await heldBy(web), [{ id: device.id, name: 'Unknown device' }])
    t.equal((await alex.send(add, { ...again })).statusCode, 409, 'it is known already')
    t.equal((await heldBy(web)).length, 1)
  })

  const [entry] = await readHistory(web.db, { limit: 1 })
  t.match(entry, {
    action: 'passkey-added',
    actor: 'alex@example.com',
    after: { account: 'alex@example.com', device: 'Unknown device' },
  })
  t.same((await toMake(alex)).excludeCredentials, [{ type: 'public-key', id: device.id }])
  const { body } = await alex.send('/you')
  t.match(body, `href="/you/passkeys/remove?id=${device.id}"`)
  t.match(body, 'not used yet')
  await signIn(phone, device)
  t.match((await alex.send('/you')).body, 'last used')

  await t.test('and removes it with the password, which signs the other devices out', async t => {
    t.match((await alex.send(`${remove}?id=${device.id}`)).body, 'The passkey of Unknown device')
    const wrong = await alex.send(remove, { passkey_id: device.id, password: 'wrong' })
    t.equal(wrong.statusCode, 403)
    t.equal((await heldBy(web)).length, 1)
    for (const _ of ['first', 'again']) {
      const fields = { passkey_id: device.id, password: goodPassword }
      t.equal((await alex.send(remove, fields)).headers.location, '/you#signing-in')
    }
    t.equal((await alex.send(`${remove}?id=${device.id}`)).headers.location, '/you#signing-in')
    t.same(await heldBy(web), [])
    t.equal((await alex.send('/you')).statusCode, 200)
    t.equal((await phone.send('/you')).statusCode, 401)
    const removals = (await readHistory(web.db, { limit: 20 })).filter(
      ({ action }) => action === 'passkey-removed',
    )
    t.equal(removals.length, 1)
    t.equal((await signIn(phone, device)).answer.statusCode, 401)
  })
})

t.test('a person without a password keeps a passkey', async t => {
  const web = await webWithAccounts(t)
  const alex = browserOf(web.service)
  const [first, second] = [softwarePasskey(publicUrl), softwarePasskey(publicUrl)]
  await firstWithPasskey(alex, first)

  const last = await alex.send(`${remove}?id=${first.id}`)
  t.equal(last.statusCode, 409)
  t.match(last.body, 'This passkey is your only way in.')

  await t.test('and confirms another one with it', async t => {
    const { body } = await alex.send(add)
    const passkey = second.create(askedIn(body, 'create'))
    const unconfirmed = await alex.send(add, { passkey })
    t.equal(unconfirmed.statusCode, 403)
    const bySelf = second.use(askedIn(body, 'get'))
    t.equal((await alex.send(add, { passkey, confirmation: bySelf })).statusCode, 403)
    const confirmation = first.use(askedIn(body, 'get'))
    const added = await alex.send(add, { passkey, confirmation })
    t.equal(added.headers.location, '/you#signing-in')
  })

  await t.test('of two that are removed at once, one stays', async t => {
    const { body } = await alex.send(`${remove}?id=${first.id}`)
    const asked = askedIn(body, 'get')
    const answers = await Promise.all(
      [first, second].map(device =>
        alex.send(remove, { passkey_id: device.id, confirmation: device.use(asked) }),
      ),
    )
    t.same(new Set(answers.map(({ statusCode }) => statusCode)), new Set([302, 409]))
    t.equal((await heldBy(web)).length, 1)
  })
})

t.test('the home page offers a passkey, until the person has or wants none', async t => {
  const web = await webWithAccounts(t)
  const alex = browserOf(web.service)
  await firstPerson(alex)
  await selectFamily(web.db)
  const offer = /Sign in with your finger, face or PIN/
  t.match((await alex.send('/')).body, offer)
  t.equal((await alex.send(`${add}/none`, {})).headers.location, '/')
  t.notMatch((await alex.send('/')).body, offer)

  const other = await webWithAccounts(t)
  const robin = browserOf(other.service)
  await firstWithPasskey(robin, softwarePasskey(publicUrl))
  await selectFamily(other.db)
  const { body } = await robin.send('/')
  t.match(body, 'Finish setting up')
  t.notMatch(body, offer)
})

t.test('no one removes a passkey of another person', async (t: Test) => {
  const web = await webWithAccounts(t)
  const [alex, robin] = [browserOf(web.service), browserOf(web.service)]
  const device = softwarePasskey(publicUrl)
  await firstWithPasskey(alex, device)
  const made = await alex.send('/people/invitations', { parent: 'b' })
  const [, link = ''] =
    /value="http:\/\/localhost:8080(\/invitations\/[^"]+)"/.exec(made.body) ?? []
  await robin.enter(`${link}/sign-in`, { email: 'robin@example.com', password: goodPassword })
  const fields = { passkey_id: device.id, password: goodPassword }
  t.equal((await robin.send(remove, fields)).headers.location, '/you#signing-in')
  t.equal((await heldBy(web)).length, 1)
  t.equal((await browserOf(web.service).send(remove, fields)).statusCode, 401)
})
