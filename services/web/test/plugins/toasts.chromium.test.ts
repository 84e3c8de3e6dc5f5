import { saveMemberParent } from '@night-routine/database/people'
import type { Page } from 'playwright-core'
import t from 'tap'
import { tabTo } from '../keyboard.ts'
import { launchChromium, listeningWeb, openPage, until } from '../listening-web.ts'
import { judge } from '../looking.ts'

const toast = (page: Page) => page.locator('.toast > p')
const undoButton = '.toast form[action="/changes/undo"] button'
const closeButton = '.toast .close'

t.test('a message over the page', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)
  const { origin, web, robin } = household
  await saveMemberParent(web.db, 'alex@example.com', 'a')
  await saveMemberParent(web.db, 'robin@example.com', 'b')
  const phone = { viewport: { width: 360, height: 740 } }

  /** Gives the first night ahead that is mine away, from its page. */
  const give = async (page: Page) => {
    await page.goto(`${origin}/`)
    await page
      .locator('td:not(.is-past, .is-tonight, .is-moved) a', { hasText: ': You' })
      .first()
      .click()
    await page.click('.night a[href*="choice=give"]')
    await page.click('.night form[action="/nights/give"] button')
    await toast(page).waitFor()
  }

  await t.test('without script', async t => {
    const { page } = await openPage(browser, household, { ...phone, javaScriptEnabled: false })
    await give(page)
    t.match(await toast(page).textContent(), /^You gave Robin /)
    t.ok(await page.locator('.month .is-moved').count())
    await page.click(closeButton)
    t.equal(page.url(), `${origin}/`)
    t.equal(await toast(page).count(), 0)

    await give(page)
    await page.click(undoButton)
    t.match(await toast(page).textContent(), /^Undone\./)
    await page.context().close()
  })

  await t.test(
    'with script: it moves nothing, covers no focus, and its marks leave with it',
    async t => {
      const { page, faults } = await openPage(browser, household, phone)
      await page.goto(`${origin}/`)
      const top = `document.querySelector('main').getBoundingClientRect().top + scrollY`
      const before = await page.evaluate(top)
      await give(page)
      t.equal(await page.evaluate(top), before)
      await until(page, `document.querySelector('.is-moved .was') !== null`)
      t.same((await judge(page, true)).violations, [])

      const covered = await page.evaluate<string[]>(`(() => {
      const { top } = document.querySelector('.toast').getBoundingClientRect()
      return [...document.querySelectorAll('main :is(a, button), footer :is(a, button)')].filter(each => {
        each.focus()
        return each.getBoundingClientRect().bottom > top && document.activeElement === each
      }).map(each => each.outerHTML)
    })()`)
      t.same(covered, [], 'what has the focus scrolls out from under it')

      await tabTo(page, closeButton, 'Shift+Tab')
      await page.keyboard.press('Enter')
      await until(page, `document.querySelector('.toast, .is-moved') === null`)
      t.same(faults, [])
      await page.context().close()
    },
  )

  await t.test('closing it keeps what was typed', async t => {
    const { page, faults } = await openPage(browser, household)
    await page.goto(`${origin}/settings`)
    await page.locator('form[action="/settings"] button[value=save]').first().click()
    await toast(page).waitFor()
    const field = page.locator('main input:not([type]):visible').first()
    await field.fill('Typed')
    await page.focus(closeButton)
    await page.keyboard.press('Enter')
    await until(page, `document.querySelector('.toast') === null`)
    t.equal(await field.inputValue(), 'Typed')
    t.equal(await page.evaluate('document.activeElement.localName'), 'main')
    await until(page, `performance.getEntriesByName('${origin}/flash/close').length === 1`)
    await page.goto(`${origin}/history`)
    t.equal(await toast(page).count(), 0)
    t.same(faults, [])
    await page.context().close()
  })

  await t.test('a screen reader hears it once: on the page that its form led to', async t => {
    const { page } = await openPage(browser, household)
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
      window.heard = []
      new MutationObserver(() => heard.push(document.querySelector('.said').textContent.trim()))
        .observe(document.querySelector('.said'), { childList: true })
    })`)
    const heard = () => page.evaluate<string[]>('heard.filter(Boolean)')
    await page.goto(`${origin}/you`)
    await page.click('form[action="/you/language"] button')
    await until(page, `window.heard?.some(Boolean) === true`)
    t.match(await heard(), [/^Saved\./])
    await page.goto(`${origin}/statistics`)
    t.equal(await toast(page).count(), 0, 'and sees it there alone')
    t.same(await heard(), [])
    await page.context().close()
  })

  await t.test(
    'what the other parent did comes as the same message, while the page is open',
    async t => {
      const { page } = await openPage(browser, household)
      await page.goto(`${origin}/`)
      const link = page.locator('td:not(.is-past, .is-tonight) a', { hasText: ': Robin' }).first()
      const id = new URL((await link.getAttribute('href')) ?? '', origin).searchParams.get('night')
      await robin.post('/nights/give', { assignment_id: id ?? '', to: 'a' })
      await until(
        page,
        `document.querySelector('.toast')?.textContent.includes('Robin gave you') === true`,
      )
      t.ok(await page.locator('.is-moved').count())
      await page.click('nav [href="/history"]')
      await page.waitForURL('**/history')
      t.equal(await toast(page).count(), 0)
      await page.context().close()
    },
  )
})
