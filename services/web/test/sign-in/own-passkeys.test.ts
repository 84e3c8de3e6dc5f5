import { readCredentials, readPasskeys } from '@night-routine/database/credentials'
import { readHistory } from '@night-routine/database/nights'
import t from 'tap'
import {
  browserOf,
  confirmationIn,
  publicUrl,
  webWithCredentials,
} from '../web-with-credentials.ts'
import { selectFamily } from '../selected-calendar.ts'
import { askedIn, softwarePasskey } from '../software-passkey.ts'
import { signIn, twoPeople, alexAddress } from './two-people.ts'
import {
  actWithPasskey,
  addPasskey,
  firstWithPasskey,
  offerIn,
  signInWithPasskey,
} from './ways-in.ts'

const add = '/you/passkeys/add'
const remove = '/you/passkeys/remove'

async function heldBy({ db }: Pick<Awaited<ReturnType<typeof webWithCredentials>>, 'db'>) {
  const alex = (await readCredentials(db)).find(({ email }) => email === alexAddress)
  return readPasskeys(db, alex?.id ?? '')
}

t.test('the passkeys of a person', async t => {
  const web = await twoPeople(t)
  const { alex, robin, db, service } = web
  const phone = browserOf(service)

  await t.test('one is offered at home, until the person has or wants none', async t => {
    await selectFamily(db)
    const offer = /Sign in with your finger, face or PIN/
    t.match((await alex.send('/')).body, offer)
    t.equal((await alex.send('/you/passkeys/none', {})).headers.location, '/')
    t.notMatch((await alex.send('/')).body, offer)
    t.match((await robin.send('/')).body, offer)
    await addPasskey(robin, softwarePasskey(publicUrl))
    t.notMatch((await robin.send('/')).body, offer)
  })

  await t.test('one is added, and removed, which signs the other devices out', async t => {
    t.match((await alex.send('/you')).body, 'You have no passkey yet.')
    const device = softwarePasskey(publicUrl)
    t.equal((await addPasskey(alex, device)).headers.location, '/you#signing-in')
    t.match(await readHistory(db, { limit: 1 }), [
      {
        action: 'passkey-added',
        actor: alexAddress,
        after: { account: alexAddress, device: 'Unknown device' },
      },
    ])
    const { excludeCredentials } = askedIn((await alex.act('/you/passkeys')).body, 'create')
    t.same(excludeCredentials, [{ type: 'public-key', id: device.id }])
    t.match((await alex.send('/you')).body, 'not used yet')
    t.equal((await signInWithPasskey(phone, device)).at, '/')
    t.match((await alex.send('/you')).body, 'last used')
    const drop = (browser: typeof alex) => browser.act(remove, { passkey_id: device.id })
    await drop(robin)
    t.equal((await heldBy(web)).length, 1, 'not by another person')
    for (const _ of ['first', 'again'])
      t.equal((await drop(alex)).headers.location, '/you#signing-in')
    t.same(await heldBy(web), [])
    t.equal((await alex.send('/you')).statusCode, 200)
    t.equal((await phone.send('/you')).statusCode, 401)
    const actions = (await readHistory(db, { limit: 20 })).map(({ action }) => action)
    t.equal(actions.filter(action => action === 'passkey-removed').length, 1)
    t.equal((await signInWithPasskey(phone, device)).answer.statusCode, 401)
  })

  await t.test('one is kept if it answers what this browser was asked, once', async t => {
    const device = softwarePasskey(publicUrl)
    const ask = async () => {
      const { body } = await alex.act('/you/passkeys')
      return { offer: offerIn(body), asked: askedIn(body, 'create') }
    }
    const { offer, asked } = await ask()
    const status = async (given: Record<string, string>, browser = alex) =>
      (await browser.send(add, given)).statusCode
    const wrong = await alex.send(add, {
      offer,
      passkey: device.create(asked, { isVerified: false }),
    })
    t.equal(wrong.statusCode, 400)
    t.match(wrong.body, 'couldn’t be checked')
    const other = { offer: (await ask()).offer, passkey: device.create(asked) }
    t.equal(await status(other), 400, 'the answer to another page')
    await signIn(phone, { email: alexAddress })
    const given = { offer, passkey: device.create(asked) }
    t.equal(await status(given, phone), 409, 'another session')
    t.equal(await status({ ...given, offer: 'x' }), 409)
    const late = await ask()
    t.equal(await status(given), 302)
    t.match(await heldBy(web), [{ id: device.id, name: 'Unknown device' }])
    const second = softwarePasskey(publicUrl)
    const again = { offer: late.offer, passkey: second.create(late.asked) }
    t.equal(await status(again), 409, 'each press adds one')
    const { offer: old, asked: before } = await ask()
    web.advance({ minutes: 10 })
    t.equal(await status({ offer: old, passkey: second.create(before) }), 409)
    t.equal((await heldBy(web)).length, 1)
  })
})

t.test('a person without a password keeps a passkey', async t => {
  const web = await webWithCredentials(t)
  const [alex, phone] = [browserOf(web.service), browserOf(web.service)]
  const [first, second] = [softwarePasskey(publicUrl), softwarePasskey(publicUrl)]
  await firstWithPasskey(alex, first)
  const drop = (browser: typeof alex, device: typeof first) =>
    actWithPasskey(browser, device, remove, { passkey_id: device.id })
  const last = await drop(alex, first)
  t.equal(last.statusCode, 409)
  t.match(last.body, 'This passkey is your only way in.')
  const { body } = await actWithPasskey(alex, first, '/you/passkeys')
  const passkey = second.create(askedIn(body, 'create'))
  t.equal((await alex.send(add, { offer: offerIn(body), passkey })).statusCode, 302)
  await signInWithPasskey(phone, second)
  const press = async (browser: typeof alex, device: typeof first) => {
    const asked = await browser.send(remove, { passkey_id: device.id })
    const confirmation = confirmationIn(asked.body) ?? ''
    return { confirmation, passkey: device.use(askedIn(asked.body, 'get')) }
  }
  const presses = [await press(alex, first), await press(phone, second)] as const
  const answers = await Promise.all([alex.send(remove, presses[0]), phone.send(remove, presses[1])])
  const statuses = answers.map(({ statusCode }) => statusCode)
  const [done, refused] = statuses.toSorted((one, next) => one - next)
  t.equal(done, 302)
  // The one that comes later may find its session ended.
  t.ok(refused === 401 || refused === 409, String(refused))
  t.equal((await heldBy(web)).length, 1, 'of two that are removed at once, one stays')
})
