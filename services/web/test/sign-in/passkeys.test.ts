import { readCredentials, readPasskeys } from '@night-routine/database/credentials'
import { readHistory } from '@night-routine/database/nights'
import t from 'tap'
import {
  actionIn,
  browserOf,
  goodPassword,
  keys,
  publicUrl,
  setUpCode,
  webWithCredentials,
} from '../web-with-credentials.ts'
import { askedIn, softwarePasskey } from '../software-passkey.ts'
import { actWithPasskey } from './ways-in.ts'

const email = 'alex@example.com'

t.test('the first person comes in with a passkey, and back', async t => {
  const { service, db } = await webWithCredentials(t)
  const [alex, robin, thief] = [browserOf(service), browserOf(service), browserOf(service)]
  const device = softwarePasskey(publicUrl)
  const { answer: page } = await alex.follow('/auth')
  const asked = askedIn(page.body, 'create')
  const form = { set_up_code: setUpCode(keys), email, password: '' }
  const enter = (fields: Record<string, string>) =>
    alex.follow(actionIn(page.body), { ...form, passkey: device.create(asked), ...fields })
  for (const [fields, status, said] of [
    [{ set_up_code: 'AAAA-AAAA-AAAA' }, 403, 'That isn’t the set-up code.'],
    [{ email: 'alex' }, 400, 'Enter an e-mail address'],
    [{ passkey: device.create(asked, { isVerified: false }) }, 400, 'couldn’t be checked'],
    [{ passkey: '{' }, 400, 'couldn’t be checked'],
  ] as const) {
    const { answer } = await enter(fields)
    t.equal(answer.statusCode, status)
    t.match(answer.body, said)
  }
  t.same(await readCredentials(db), [], 'nothing is made')
  t.equal((await enter({})).at, '/calendars')
  const [identity] = await readCredentials(db)
  t.match(identity, { email, hasPassword: false })
  t.match(await readPasskeys(db, identity?.id ?? ''), [{ id: device.id, name: 'Unknown device' }])
  t.match(await readHistory(db, { limit: 5 }), [{ action: 'account-made', actor: email }])

  await alex.send('/sign-out', {})
  const signIn = async (browser = alex) => {
    const { answer } = await browser.follow('/auth')
    t.notMatch(answer.body, email, 'the page does not say who has an account')
    return { path: `${actionIn(answer.body)}/passkey`, question: askedIn(answer.body, 'get') }
  }
  const { path, question } = await signIn()
  t.equal((await alex.follow(path, { passkey: device.use(question) })).at, '/calendars')
  const again = await signIn(thief)
  const stranger = softwarePasskey(publicUrl).use(again.question)
  for (const [passkey, said] of [
    [device.use(question), 'This passkey couldn’t be checked. Try again.'],
    [device.use(again.question, { counter: 1 }), 'This passkey may be a copy'],
    [stranger, 'This passkey isn’t known here any more.'],
  ] as const) {
    const { answer } = await thief.follow(again.path, { passkey })
    t.equal(answer.statusCode, 401)
    t.match(answer.body, said)
  }
  t.equal((await thief.send(again.path, {})).statusCode, 400)
  const guess = await thief.enter('/auth', { email, password: goodPassword })
  t.equal(guess.answer.statusCode, 401, 'a person without a password')

  await t.test('and makes no account of another one', async t => {
    const made = await actWithPasskey(alex, device, '/people/invitations', { parent: 'b' })
    const [link = ''] = /\/invitations\/[\w-]{43}/.exec(made.body) ?? []
    const { answer: joining } = await robin.follow(`${link}/sign-in`)
    const join = (passkey: string) =>
      robin.follow(actionIn(joining.body), { email: 'robin@example.com', password: '', passkey })
    const joined = askedIn(joining.body, 'create')
    const { answer: refused } = await join(device.create(joined))
    t.equal(refused.statusCode, 409)
    t.match(refused.body, 'This passkey couldn’t be checked.')
    t.equal((await readCredentials(db)).length, 1, 'nothing is half made')
    const own = softwarePasskey(publicUrl)
    await join(own.create(joined))
    const found = (await readCredentials(db)).find(each => each.email === 'robin@example.com')
    t.match(await readPasskeys(db, found?.id ?? ''), [{ id: own.id }])
  })
})
