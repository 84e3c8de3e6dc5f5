import { readHistory } from '@night-routine/database/nights'
import { mostInvitations, readInvitations } from '@night-routine/database/people'
import t from 'tap'
import { Browser } from '../../browser.ts'
import type { RunningWeb } from '../../running-web.ts'
import { accept, invite, open } from './inviting.ts'

t.test('refuses bad invitations', async t => {
  const { web, alex } = await open(t)
  const stored = async () => (await web.db.selectFrom('accounts').select('email').execute()).length

  await t.test('a link that is forged or cut off is 404', async t => {
    const path = await invite(alex)
    const forged = [
      `/invitations/${'A'.repeat(43)}`,
      path.slice(0, -1),
      `${path}x`,
      `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
      '/invitations/1',
      '/invitations/%00',
      `/invitations/${'x'.repeat(5_000)}`,
    ]
    for (const link of forged) {
      const { statusCode, body } = await new Browser(web).get(link)
      const { statusCode: started, cookies } = await new Browser(web).get(`${link}/sign-in`)
      // What Fastify itself refuses: no text, and a long path.
      const expected = link.includes('%') ? 400 : link.length > 1_000 ? 414 : 404
      t.same([statusCode, started], [expected, expected], link.slice(0, 40))
      t.notMatch(body, /Alex|Robin|alex@/)
      t.same(cookies, [], 'no sign-in was started')
    }
  })

  await t.test('what ends while a person signs in is said, and nothing is stored', async t => {
    const ends = {
      revoked: async () => {
        const [{ id } = { id: 0n }] = await openOnes(web)
        await alex.act(`/people/invitations/${id}/revoke`)
      },
      // The attempt itself lasts ten minutes of the service's clock, so the link is made old instead.
      expired: () =>
        web.db
          .updateTable('invitations')
          .set({
            created_at: web.clock.now().subtract({ hours: 200 }),
            expires_at: web.clock.now(),
          })
          .where('revoked_at', 'is', null)
          .execute(),
    }
    const titles = { revoked: 'This invitation was withdrawn', expired: 'This link has expired' }
    for (const reason of ['revoked', 'expired'] as const) {
      const path = await invite(alex)
      const browser = new Browser(web)
      const back = await browser.consent({ email: 'robin@example.com' }, `${path}/sign-in`)
      await ends[reason]()
      const { statusCode, body } = await browser.get(back)
      t.equal(statusCode, 410)
      t.match(body, `<h1>${titles[reason]}</h1>`)
      t.notOk(browser.cookies.has('session'))
      t.equal(await stored(), 1)
      const page = await new Browser(web).get(path)
      t.equal(page.statusCode, 410)
      t.match(page.body, `<h1>${titles[reason]}</h1>`)
    }
  })

  await t.test('two people with one link: one comes in', async t => {
    const path = await invite(alex)
    const people = ['robin@example.com', 'stranger@example.com']
    const returns = await Promise.all(
      people.map(async email => {
        const browser = new Browser(web)
        return { browser, back: await browser.consent({ email }, `${path}/sign-in`) }
      }),
    )
    const answers = await Promise.all(
      returns.map(async ({ browser, back }) => String((await browser.get(back)).statusCode)),
    )
    t.same(answers.toSorted(), ['302', '410'])
    t.equal(await stored(), 2)
    for (const email of people) await alex.act('/people/remove', { email })
  })

  await t.test('an address that has access already does not use it up', async t => {
    const path = await invite(alex)
    const { answer } = await accept(web, path, 'alex@example.com')
    t.equal(answer.statusCode, 409)
    t.match(answer.body, '<h1>You already have access</h1>')
    t.match(answer.body, `href="${path}/sign-in"`, 'with another account')
    t.equal((await new Browser(web).get(path)).statusCode, 200, 'still open')
  })

  await t.test('an address that is not verified does not either', async t => {
    const path = await invite(alex)
    await web.emulator.control.changeAccount('robin@example.com', { emailVerified: false })
    const { answer } = await accept(web, path, 'robin@example.com')
    await web.emulator.control.changeAccount('robin@example.com', { emailVerified: true })
    t.equal(answer.statusCode, 403)
    t.equal((await new Browser(web).get(path)).statusCode, 200)
    t.equal(await stored(), 1)
  })

  await t.test('forms that make no sense are refused', async t => {
    for (const [url, form, status] of [
      ['/people/invitations', {}, 400],
      ['/people/invitations', { parent: 'c' }, 400],
      ['/people/invitations/999999/revoke', {}, 302],
      ['/people/invitations/0/revoke', {}, 404],
      ['/people/invitations/x/revoke', {}, 404],
      ['/people/remove', {}, 400],
      ['/people/remove', { email: 'x'.repeat(400) }, 400],
      ['/people/parent', { email: 'alex@example.com', parent: 'both' }, 400],
    ] as const)
      t.equal((await alex.act(url, form)).statusCode, status, `${url} ${JSON.stringify(form)}`)
    const withdrawals = (await readHistory(web.db, { limit: 100 })).filter(
      ({ action }) => action === 'invitation-withdrawn',
    )
    t.equal(withdrawals.length, 1, 'what withdraws nothing is not recorded')
    const foreign = { origin: 'https://evil.example' }
    t.equal((await alex.post('/people/invitations', { parent: 'b' }, foreign)).statusCode, 403)
  })

  await t.test('limits the number of open invitations', async t => {
    while ((await openOnes(web)).length < mostInvitations) await invite(alex)
    const { statusCode, body } = await alex.act('/people/invitations', { parent: 'b' })
    t.equal(statusCode, 409)
    t.match(body, 'Withdraw one first')
    t.equal((await openOnes(web)).length, mostInvitations)
  })

  await t.test('no link is in the log or the database', async t => {
    const path = await invite(await withdrawn(web, alex))
    const token = path.slice('/invitations/'.length)
    await accept(web, path, 'robin@example.com')
    t.notMatch(web.log.join(''), token)
    t.match(web.log.join(''), '/invitations/***')
    const rows = await web.db.selectFrom('invitations').selectAll().execute()
    t.notOk(rows.flatMap(row => Object.values(row).map(String)).some(text => text.includes(token)))
  })
})

const openOnes = ({ db, clock }: RunningWeb) => readInvitations(db, clock.now())

async function withdrawn(web: RunningWeb, browser: Browser) {
  for (const { id } of await openOnes(web)) await browser.act(`/people/invitations/${id}/revoke`)
  return browser
}
