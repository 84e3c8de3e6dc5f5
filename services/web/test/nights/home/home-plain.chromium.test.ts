import { readAbsences } from '@night-routine/database/nights'
import { plain } from '@night-routine/testing/household'
import t from 'tap'
import { launchChromium, listeningWeb, openPage, todayOf, until } from '../../listening-web.ts'

t.test('the home page where something is missing or slow', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)

  await t.test('without a stream the page polls', async t => {
    const { page } = await openPage(browser, household)
    await page.route('**/status/events', route => route.fulfill({ status: 503, body: '' }))
    await page.goto(`${household.origin}/`)
    const title = () => page.textContent('#tonight-title')
    const before = await title()
    const id = new URL(
      (await page.getAttribute('.tonight a', 'href')) ?? '',
      household.origin,
    ).searchParams.get('night')
    await household.robin.post('/nights/babysitter', {
      assignment_id: id ?? '',
      babysitter_name: 'Maria',
    })
    await until(page, `document.querySelector('#tonight-title').textContent.includes('Maria')`)
    t.not(await title(), before)
    await page.context().close()
  })

  await t.test(
    'a button that takes a while looks busy, and a second press does nothing',
    async t => {
      const { page } = await openPage(browser, household)
      let posted = 0
      const answer = Promise.withResolvers<void>()
      await page.route('**/sync', async route => {
        posted += 1
        await answer.promise
        await route.continue()
      })
      await page.goto(`${household.origin}/`)
      const style = `getComputedStyle(document.querySelector('.status button'))`
      t.equal(await page.evaluate(`${style}.opacity`), '1')
      await page.click('.status button')
      await page.click('.status button')
      await until(page, `${style}.opacity === '0.6'`)
      t.equal(await page.evaluate(`${style}.transitionDelay`), '0.3s')
      t.equal(await page.evaluate(`${style}.cursor`), 'progress')
      t.equal(posted, 1)
      answer.resolve()
      await until(page, `${style}.opacity === '1'`)
      await page.context().close()
    },
  )

  await t.test('without script everything works by pages', async t => {
    const { page, faults } = await openPage(browser, household, {
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    })
    const next = todayOf(household.web).add({ months: 1 }).toPlainYearMonth()
    await page.goto(`${household.origin}/`)
    t.match(await page.innerHTML('head'), '<noscript>', 'nothing was written yet: it looks again')
    await page.click('[rel=next]')
    t.match(page.url(), `month=${next.toString()}`)
    const link = page.locator('td:not(.is-past, .is-tonight) a', { hasText: ': You' }).first()
    const id = new URL((await link.getAttribute('href')) ?? '', household.origin).searchParams.get(
      'night',
    )
    const open = () => page.goto(`${household.origin}/?night=${id}`)
    const notice = () => page.textContent('.said')
    await link.click()
    t.match(await page.textContent('#night-title'), ': You')
    t.equal(await page.locator('.rules strong').count(), 1)
    t.notMatch(await page.innerHTML('head'), '<noscript>', 'typed text is not lost')

    const choose = (choice: string) =>
      page.click(`.night a[href*="choice=${choice}"]:not([href*="sitter="])`)
    await choose('babysitter')
    await page.fill('#babysitter-name', 'Maria')
    await page.press('#babysitter-name', 'Enter')
    t.match(await notice(), 'Booked. ')
    t.match(await page.textContent('#night-title'), ': Maria')
    await page.click('.toast form[action="/changes/undo"] button')
    t.match(await notice(), 'Undone.')

    await open()
    await choose('give')
    await page.click('.night form[action="/nights/give"] button')
    t.match(await notice(), 'You gave Robin ')
    t.match(await page.textContent('.night-changes'), /^You gave Robin /)
    await choose('unlock')
    await page.click('form[action="/nights/unlock"] button')
    t.match(await notice(), 'Unlocked.')
    await open()
    await choose('away')
    const [from, to] = [next.toPlainDate({ day: 20 }), next.toPlainDate({ day: 21 })].map(String)
    await page.fill('#away-from', from ?? '')
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.fill('#away-to', to ?? '')
    await page.click('.night button[value=save]')
    t.match(await notice(), 'Saved.')
    t.match(
      plain(await readAbsences(household.web.db)),
      [{ from, to }],
      'as on the screen, and not as previewed',
    )
    await open()
    await choose('swap')
    await page.locator('.night a[href*="&swap="]').first().click()
    t.match(await page.textContent('.night'), ' would get ')
    await page.click('form[action="/nights/swap"] button')
    t.match(await notice(), 'Swapped.')

    await open()
    await choose('babysitter')
    await page.fill('#babysitter-name', 'Robin')
    await page.press('#babysitter-name', 'Enter')
    t.match(await page.textContent('main'), 'Robin is a parent')
    t.same(
      faults.filter(title => !title.includes('400')),
      [],
    )
  })
})
