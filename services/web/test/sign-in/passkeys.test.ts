import { readCredentials, readPasskeys } from '@night-routine/database/credentials'
import { readHistory } from '@night-routine/database/nights'
import t from 'tap'
import { setUpCode } from '../../src/plugins/set-up-code.ts'
import {
  actionIn,
  browserOf,
  goodPassword,
  keys,
  publicUrl,
  webWithCredentials,
} from '../web-with-credentials.ts'
import { askedIn, softwarePasskey } from '../software-passkey.ts'
import { actWithPasskey, firstWithPasskey } from './ways-in.ts'

const email = 'alex@example.com'

t.test('the first person comes in with a passkey, and back', async t => {
  const { service, db } = await webWithCredentials(t)
  const alex = browserOf(service)
  const device = softwarePasskey(publicUrl)
  const { answer: page } = await alex.follow('/auth')
  const asked = askedIn(page.body, 'create')
  const enter = (fields: Record<string, string>) =>
    alex.follow(actionIn(page.body), {
      set_up_code: setUpCode(keys),
      email,
      password: '',
      passkey: device.create(asked),
      ...fields,
    })

  await t.test(
    'nothing is made without the code, an address, and an answer to this page',
    async t => {
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
      t.same(await readCredentials(db), [])
    },
  )

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

  await t.test('what was signed for one sign-in does not count at another one', async t => {
    const thief = browserOf(service)
    const other = await signIn(thief)
    const { answer } = await thief.follow(other.path, { passkey: device.use(question) })
    t.equal(answer.statusCode, 401)
    t.match(answer.body, 'This passkey couldn’t be checked. Try again.')
  })

  await t.test('a copy, and one that is not known, do not come in', async t => {
    const thief = browserOf(service)
    const again = await signIn(thief)
    const late = device.use(again.question, { counter: 1 })
    const { answer: copied } = await thief.follow(again.path, { passkey: late })
    t.equal(copied.statusCode, 401)
    t.match(copied.body, 'This passkey may be a copy')
    const stranger = softwarePasskey(publicUrl)
    const { answer } = await thief.follow(again.path, { passkey: stranger.use(again.question) })
    t.equal(answer.statusCode, 401)
    t.match(answer.body, 'This passkey isn’t known here any more.')
    const { answer: none } = await thief.follow(again.path, {})
    t.equal(none.statusCode, 400)
  })

  await t.test('a person without a password cannot guess one', async t => {
    const thief = browserOf(service)
    const { answer } = await thief.enter('/auth', { email, password: goodPassword })
    t.equal(answer.statusCode, 401)
    t.match(answer.body, 'That isn’t the address and password of an account here.')
  })
})

t.test('the passkey of one person makes no account of another one', async t => {
  const { service, db } = await webWithCredentials(t)
  const [alex, robin] = [browserOf(service), browserOf(service)]
  const device = softwarePasskey(publicUrl)
  await firstWithPasskey(alex, device)
  const made = await actWithPasskey(alex, device, '/people/invitations', { parent: 'b' })
  const [, link = ''] =
    /value="http:\/\/localhost:8080(\/invitations\/[^"]+)"/.exec(made.body) ?? []
  const { answer: joining } = await robin.follow(`${link}/sign-in`)
  const join = (answer: string) =>
    robin.follow(actionIn(joining.body), {
      email: 'robin@example.com',
      password: '',
      passkey: answer,
    })
  const asked = askedIn(joining.body, 'create')
  const { answer: refused } = await join(device.create(asked))
  t.equal(refused.statusCode, 409)
  t.match(refused.body, 'This passkey couldn’t be checked.')
  t.equal((await readCredentials(db)).length, 1, 'nothing is half made')

  const own = softwarePasskey(publicUrl)
  await join(own.create(asked))
  const found = (await readCredentials(db)).find(each => each.email === 'robin@example.com')
  t.match(await readPasskeys(db, found?.id ?? ''), [{ id: own.id }])
})
