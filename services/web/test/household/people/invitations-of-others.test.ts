import { findMember, readInvitations } from '@night-routine/database/people'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { buildWeb, runWeb } from '../../running-web.ts'
import { selectFamily } from '../../selected-calendar.ts'
import { accept, invite, open } from './inviting.ts'

const robin = 'robin@example.com'

t.test('a removed person cannot come in again by an invitation that they made', async t => {
  const { web, alex } = await open(t)
  const { browser } = await accept(web, await invite(alex), robin)
  const [kept, used] = [await invite(browser, 'a'), await invite(browser, 'a')]
  await accept(web, used, 'stranger@example.com')
  const another = await invite(alex)
  // Robin has chosen an account already when Alex removes them.
  const late = new Browser(web)
  const back = await late.consent({ email: robin }, `${kept}/sign-in`)

  await alex.act('/people/remove', { email: robin })
  const left = await readInvitations(web.db, web.clock.now())
  t.match(left, [{ createdBy: 'alex@example.com' }], 'only Alex’s is open')
  for (const answer of [
    await new Browser(web).get(kept),
    await new Browser(web).get(`${kept}/sign-in`),
    await late.get(back),
  ]) {
    t.equal(answer.statusCode, 410)
    t.match(answer.body, '<h1>This invitation was withdrawn</h1>')
  }
  t.equal(await findMember(web.db, robin), undefined)
  t.match(await findMember(web.db, 'stranger@example.com'), { invited: true }, 'whom they invited')

  const { answer } = await accept(web, another, robin)
  t.equal(answer.statusCode, 302, 'a parent can invite the person again')
  t.equal((await new Browser(web).get(kept)).statusCode, 410, 'which revives no old link')
})

t.test('an invitation of a person who was taken off the list lets no one in', async t => {
  const web = await runWeb(t)
  const browser = new Browser(web)
  await browser.signIn(robin)
  await selectFamily(web.db)
  const path = await invite(browser)
  const [before, after] = [
    new Browser(web),
    { ...web.config, ALLOWED_EMAILS: ['alex@example.com'] },
  ]
  const back = await before.consent({ email: robin }, `${path}/sign-in`)
  const restarted = await buildWeb(t, web.emulator, after)
  const late = new Browser(restarted)
  for (const [name, value] of before.cookies) late.cookies.set(name, value)

  for (const answer of [
    await new Browser(restarted).get(path),
    await new Browser(restarted).get(`${path}/sign-in`),
    await late.get(back),
  ]) {
    t.equal(answer.statusCode, 410)
    t.match(answer.body, '<h1>This invitation was withdrawn</h1>')
  }
  t.match(await findMember(web.db, robin), { invited: false })
})
