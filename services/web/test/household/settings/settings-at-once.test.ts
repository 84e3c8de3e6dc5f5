import { readHouseholdSettings } from '@night-routine/household'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { formIn, householdPage } from './household-page.ts'

const save = { step: 'save' }

t.test('a save without its job request saves nothing', async t => {
  const { web, browser, contents } = await householdPage(t)
  const form = formIn((await browser.get('/settings')).body, {
    ...save,
    'parents.a.name': 'Sam',
    'parents.b.unavailableWeekdays': ['1', '3'],
  })
  const before = await contents()
  await web.db.transaction().execute(async trx => {
    await trx
      .selectFrom('job_requests')
      .select('kind')
      .where('kind', '=', 'push')
      .forUpdate()
      .execute()
    const { statusCode } = await browser.post('/settings', form)
    t.equal(statusCode, 503)
  })
  t.equal(await contents(), before, 'no name, no night, no history')
  t.equal((await browser.post('/settings', form)).statusCode, 302)
  t.not(await contents(), before)
})

t.test('of two simultaneous saves one is refused, and nothing is mixed', async t => {
  const { web, browser } = await householdPage(t)
  const other = new Browser(web)
  await other.signIn('robin@example.com')
  const page = (await browser.get('/settings')).body
  const forms = [
    formIn(page, { ...save, 'parents.a.name': 'Sam', lookAheadDays: '20' }),
    formIn(page, { ...save, 'parents.b.name': 'Kim', lookAheadDays: '25' }),
  ] as const
  const answers = await Promise.all([
    browser.post('/settings', forms[0]),
    other.post('/settings', forms[1]),
  ])
  t.same(answers.map(({ statusCode }) => String(statusCode)).toSorted(), ['302', '409'])
  const stored = async () => {
    const { parents, lookAheadDays } = await readHouseholdSettings(web.db)
    return [parents.a.name, parents.b.name, lookAheadDays]
  }
  const firstWon = answers[0].statusCode === 302
  t.same(await stored(), firstWon ? ['Sam', 'Robin', 20] : ['Alex', 'Kim', 25])

  const refused = firstWon ? answers[1].body : answers[0].body
  t.match(refused, 'The settings have changed since you opened this page.')
  const again = formIn(refused, save)
  t.equal(again.get('lookAheadDays'), firstWon ? '25' : '20', 'as typed')
  t.equal((await (firstWon ? other : browser).post('/settings', again)).statusCode, 302)
  t.same(await stored(), firstWon ? ['Alex', 'Kim', 25] : ['Sam', 'Robin', 20])
})
