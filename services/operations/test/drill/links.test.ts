import { transaction } from '@night-routine/database/connection'
import { findCredentials, saveSecondFactor } from '@night-routine/database/credentials'
import { addressAs, addressOf } from '@night-routine/testing/database'
import t, { type Test } from 'tap'
import {
  browserOf,
  firstPerson,
  goodPassword,
  keys,
  publicUrl,
  secretKey,
  webWithCredentials,
  type Browser,
} from '../../../web/test/web-with-credentials.ts'
import { appSecret } from '../one-time-code.ts'
import { run } from '../run.ts'

const alex = 'alex@example.com'
const password = 'nine otters under the bridge'

/** Web, and the operator beside it. */
async function installation(t: Test) {
  const web = await webWithCredentials(t)
  const env = {
    DATABASE_URL: addressAs('web', await addressOf(web.db)),
    SECRET_KEYS: secretKey,
    PUBLIC_URL: publicUrl,
  }
  return {
    ...web,
    /** The path of the link that a command prints. */
    linkOf: async (...args: string[]) => {
      const { said } = await run(['people', ...args], { env, at: web.now() })
      const link = new URL(/^http\S+$/m.exec(said)?.[0] ?? said)
      return link.pathname + link.search
    },
    people: async (...args: string[]) => run(['people', ...args], { env, at: web.now() }),
  }
}

/** Chooses a password by a link. @returns the status of its page */
async function choose(browser: Browser, link: string): Promise<number> {
  const page = await browser.send(link)
  if (page.statusCode !== 200) return page.statusCode
  const { answer } = await browser.follow(link, { password })
  return answer.statusCode
}

/** Where a sign-in ends. */
const signIn = async (browser: Browser, email: string, entered: string) =>
  (await browser.enter('/auth', { email, password: entered })).at

t.test('the operator makes the first account, and it comes in', async t => {
  const { service, linkOf, people } = await installation(t)
  const link = await linkOf('add', alex)
  t.equal(await choose(browserOf(service), link), 200)
  t.equal(await choose(browserOf(service), link), 410, 'a link works once')
  t.equal(await signIn(browserOf(service), alex, password), '/calendars')
  t.match((await people('list')).said, new RegExp(`^${alex}  password, signed in last on `))
})

t.test('people recover lets a person in who has lost everything', async t => {
  const { service, db, linkOf, advance } = await installation(t)
  const before = browserOf(service)
  await firstPerson(before)
  const { id = '' } = (await findCredentials(db, keys, { email: alex })) ?? {}
  await transaction(db, trx => saveSecondFactor(trx, keys, { id, secret: appSecret }))
  const [first, second] = [await linkOf('recover', alex), await linkOf('recover', alex)]
  advance({ minutes: 59 })
  t.equal(await choose(browserOf(service), first), 200)
  t.equal(await choose(browserOf(service), second), 410, 'and ends the other one')
  t.equal((await before.send('/you')).statusCode, 401)
  t.match(await signIn(browserOf(service), alex, goodPassword), '/identity/sign-in')
  t.equal(await signIn(browserOf(service), alex, password), '/calendars', 'without a code')
})
