import { raiseNotice } from '@night-routine/database/calendar'
import { readAbsences } from '@night-routine/database/nights'
import { plain } from '@night-routine/testing/household'
import { launchChromium } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t from 'tap'
import { focused, tabTo } from '../../keyboard.ts'
import { listeningWeb, openPage, todayOf, until } from '../../listening-web.ts'
import { judge } from '../../looking.ts'

const toast = (page: Page) => page.locator('.toast > p')
const closeButton = '.toast .close'

const nightFocused = (page: Page) =>
  page.evaluate<string | null>(
    `document.activeElement.closest('td') && new URL(document.activeElement.href).searchParams.get('night')`,
  )

const isOpen = (page: Page) => page.evaluate<boolean>(`document.querySelector('dialog')?.open`)
const closed = (page: Page) => until(page, `!document.querySelector('dialog').open`)
const opened = (page: Page) => until(page, `document.querySelector('dialog').open`)
const said = (page: Page, text: string) =>
  until(page, `document.querySelector('.said').textContent.includes(${JSON.stringify(text)})`)
const cell = (page: Page, id: string) =>
  page.evaluate<string>(`document.querySelector('td a[href*="night=${id}#"]').textContent`)

/** Nights ahead of each parent, by their ids; both in the month that is open, or the next. */
async function nightsOf(page: Page, name: string) {
  return page.evaluate<string[]>(`[...document.querySelectorAll('td:not(.is-past, .is-tonight) a')]
    .filter(link => link.textContent.includes(': ${name}') && !link.textContent.includes('locked'))
    .map(link => new URL(link.href).searchParams.get('night'))`)
}

/** Opens a choice of the night whose sheet is open, by keyboard. */
async function choose(page: Page, choice: string) {
  await tabTo(page, `dialog a[href*="choice=${choice}"]:not([href*="sitter="])`)
  await page.keyboard.press('Enter')
  await page.waitForSelector('dialog .actions')
}

t.test('the home page', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)
  const { origin, robin, web } = household
  const next = todayOf(web).add({ months: 1 }).toPlainYearMonth()

  await t.test('by keyboard and pointer', async t => {
    const { page, faults } = await openPage(browser, household, {
      viewport: { width: 1280, height: 800 },
    })
    const month = `${origin}/?month=${next.toString()}`
    await page.goto(month)
    const [first = '', second = ''] = await nightsOf(page, 'You')

    await t.test('the keyboard alone: open, close, book, undo', async t => {
      await tabTo(page, `td a[href*="night=${first}#"]`)
      await page.keyboard.press('Enter')
      await opened(page)
      t.match(await focused(page), /^h2 .+: You$/, 'the heading is read first')
      t.match(page.url(), `night=${first}`)
      await page.keyboard.press('Escape')
      await closed(page)
      t.equal(await nightFocused(page), first, 'back at its night')
      await page.waitForURL(month)

      await page.keyboard.press('Enter')
      await opened(page)
      await choose(page, 'babysitter')
      await tabTo(page, '#babysitter-name')
      await page.keyboard.type('Maria')
      await page.keyboard.press('Enter')
      await closed(page)
      await said(page, 'Booked. Maria has')
      t.equal(await nightFocused(page), first)
      t.match(await cell(page, first), 'Maria, babysitter, locked')
      t.equal(page.url(), month)

      await tabTo(page, '.toast form[action="/changes/undo"] button', 'Shift+Tab')
      t.match(await focused(page), 'button Undo')
      await page.keyboard.press('Enter')
      await said(page, 'Undone.')
      t.match(await cell(page, first), ': You')
      t.equal(await nightFocused(page), first, 'Undo is gone, so the night has the focus')
    })

    await t.test('swap', async t => {
      const [mine = ''] = await nightsOf(page, 'You')
      await page.focus(`td a[href*="night=${mine}#"]`)
      await page.keyboard.press('Enter')
      await opened(page)
      await choose(page, 'swap')
      await tabTo(page, 'dialog a[href*="&swap="]')
      await page.keyboard.press('Enter')
      await page.waitForSelector('dialog form[action="/nights/swap"]')
      t.match(await page.textContent('dialog'), ' would get ')
      t.ok((await page.locator('.month .is-selected').count()) >= 1, 'marked in the month')
      await tabTo(page, 'form[action="/nights/swap"] button')
      await page.keyboard.press('Enter')
      await said(page, 'Swapped. ')
      t.match(await cell(page, mine), ': Robin, locked')
      t.equal(await nightFocused(page), mine)
    })

    await t.test('an error stays where it was made, with what was typed', async t => {
      await page.focus(`td a[href*="night=${second}#"]`)
      await page.keyboard.press('Enter')
      await opened(page)
      await choose(page, 'babysitter')
      await page.fill('#babysitter-name', 'Robin')
      await page.keyboard.press('Enter')
      await page.waitForSelector('#fault')
      t.ok(await isOpen(page))
      t.equal(await focused(page), 'babysitter_name')
      t.equal(await page.inputValue('#babysitter-name'), 'Robin')
      t.match(
        await page.textContent('#fault'),
        'Robin is a parent: give the night to Robin instead.',
      )
      t.equal(await page.getAttribute('#babysitter-name', 'aria-describedby'), 'fault')

      await page.mouse.click(5, 5)
      t.ok(await isOpen(page), 'a click outside loses nothing that was typed')
      await page.fill('#babysitter-name', '')
      await page.mouse.click(5, 5)
      await closed(page)
      t.equal(await nightFocused(page), second)
    })

    await t.test('Back closes a night, and a reload shows it', async t => {
      await page.focus(`td a[href*="night=${second}#"]`)
      await page.keyboard.press('Enter')
      await opened(page)
      await page.goBack()
      await closed(page)
      t.equal(page.url(), month)
      await page.goForward()
      await opened(page)
      await page.reload()
      await opened(page)
      await page.click('dialog [data-close]')
      await closed(page)
      t.equal(await nightFocused(page), second)
      t.notMatch(page.url(), 'night=')
    })

    await t.test('the header and the month can be skipped', async t => {
      await page.goto(`${origin}/`)
      await page.keyboard.press('Tab')
      t.equal(await focused(page), 'a Skip to content')
      await page.keyboard.press('Enter')
      t.equal(await page.evaluate('document.activeElement.id'), 'main')
      await tabTo(page, '[href="#after-month"]')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      t.equal(await focused(page), 'a Plan several nights')
    })

    await t.test('arrows go through the month, and through the months', async t => {
      await page.goto(`${origin}/`)
      const title = () => page.textContent('#month-title')
      const now = await title()
      await tabTo(page, 'td a[aria-current]')
      const here = await nightFocused(page)
      const at = async (key: string) => {
        await page.keyboard.press(key)
        return page.evaluate<number>(
          `[...document.querySelectorAll('.month td')].indexOf(document.activeElement.closest('td'))`,
        )
      }
      const start = await at('Shift')
      t.equal(await at('End'), start - (start % 7) + 6)
      await at('Home')
      t.equal(await nightFocused(page), here, 'nothing is planned before')
      t.equal(await at('ArrowDown'), start + 7)
      t.equal(await at('ArrowUp'), start)
      const along = start % 7 === 6 ? -6 : 1
      if (along === 1) t.equal(await at('ArrowRight'), start + 1)
      await page.focus('td a[aria-current]')
      await page.keyboard.press('PageDown')
      await until(
        page,
        `document.querySelector('#month-title').textContent !== ${JSON.stringify(now)}`,
      )
      t.match(page.url(), `month=${next.toString()}`)
      await until(page, `document.activeElement.closest('.month, .month-bar') !== null`)
      await page.goBack()
      await until(
        page,
        `document.querySelector('#month-title').textContent === ${JSON.stringify(now)}`,
      )
      await page.focus('[rel=next]')
      await page.keyboard.press('Enter')
      await page.waitForURL(month)
      t.equal(
        await page.evaluate(`document.activeElement.rel`),
        'next',
        'the next month is one more press away',
      )
    })

    await t.test('an absence is saved as it stands on the screen', async t => {
      const dates = [9, 12].map(days => todayOf(web).add({ days }).toString())
      await page.goto(`${origin}/`)
      await page.click('.tonight .ways-out a:last-child')
      await page.fill('#away-from', dates[0] ?? '')
      await page.click('dialog button[formmethod=get]')
      await until(page, `document.querySelector('dialog [data-preview]') !== null`)
      await page.fill('#away-to', dates[1] ?? '')
      t.equal(await page.locator('dialog [data-preview]').count(), 0, 'it was of other dates')
      await page.selectOption('#away-who', 'b')
      await page.click('dialog button[value=save]')
      await said(page, 'Saved.')
      const [saved] = await readAbsences(web.db)
      t.match(plain(saved), { parent: 'b', from: dates[0], to: dates[1] })
    })

    await t.test('a change by the other parent appears live, and focus stays', async t => {
      const [theirs = ''] = await nightsOf(page, 'Robin')
      await page.focus(`td a[href*="night=${theirs}#"]`)
      const { statusCode } = await robin.post('/nights/give', { assignment_id: theirs, to: 'a' })
      t.equal(statusCode, 302)
      await until(
        page,
        `document.querySelector('td a[href*="night=${theirs}#"]').textContent.includes(': You, locked')`,
      )
      t.equal(await nightFocused(page), theirs)
      await said(page, 'Robin gave you ')
      t.match(await page.textContent('.toast > p'), 'Robin gave you ')
      t.ok(await page.locator('.is-moved').count())
      await page.click('nav [href="/history"]')
      await page.waitForURL('**/history')
      t.equal(await page.locator('.toast').count(), 0)
    })

    await t.test('what a reader opened stays open when the page changes', async t => {
      for (const kind of ['reader-brake', 'calendar-lost', 'other-installation'])
        await raiseNotice(web.db, { kind, night: null, data: null }, web.clock.now())
      await page.goto(`${origin}/`)
      await page.click('.notices summary')
      const isUnfolded = () =>
        page.evaluate<boolean>(`document.querySelector('.notices details').open`)
      t.ok(await isUnfolded())
      const [theirs = ''] = await nightsOf(page, 'Robin')
      await robin.post('/nights/give', { assignment_id: theirs, to: 'a' })
      await until(
        page,
        `document.querySelector('td a[href*="night=${theirs}#"]').textContent.includes(': You, locked')`,
      )
      t.ok(await isUnfolded())
    })

    t.same(
      faults.filter(text => !text.includes('400')),
      [],
      'no error, and nothing refused by the security policy',
    )
    await page.context().close()
  })

  await t.test('without a stream the page polls', async t => {
    const { page } = await openPage(browser, household)
    await page.route('**/status/events', route => route.fulfill({ status: 503, body: '' }))
    await page.goto(`${origin}/`)
    const title = () => page.textContent('#tonight-title')
    const before = await title()
    const id = new URL(
      (await page.getAttribute('.tonight a', 'href')) ?? '',
      origin,
    ).searchParams.get('night')
    await robin.post('/nights/babysitter', {
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
      await page.goto(`${origin}/`)
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
    await page.goto(`${origin}/`)
    t.match(await page.innerHTML('head'), '<noscript>', 'nothing was written yet: it looks again')
    await page.click('[rel=next]')
    t.match(page.url(), `month=${next.toString()}`)
    const link = page.locator('td:not(.is-past, .is-tonight) a', { hasText: ': You' }).first()
    const id = new URL((await link.getAttribute('href')) ?? '', origin).searchParams.get('night')
    const notice = () => page.textContent('.said')
    await link.click()
    t.match(await page.textContent('#night-title'), ': You')
    t.equal(await page.locator('.rules strong').count(), 1)
    t.notMatch(await page.innerHTML('head'), '<noscript>', 'typed text is not lost')

    const book = () => page.click('.night a[href*="choice=babysitter"]:not([href*="sitter="])')
    await book()
    await page.fill('#babysitter-name', 'Maria')
    await page.press('#babysitter-name', 'Enter')
    t.match(await notice(), 'Booked. ')
    t.match(await page.textContent('#night-title'), ': Maria')
    await page.click('.toast form[action="/changes/undo"] button')
    t.match(await notice(), 'Undone.')

    await page.goto(`${origin}/?night=${id}`)
    await book()
    await page.fill('#babysitter-name', 'Robin')
    await page.press('#babysitter-name', 'Enter')
    t.match(await page.textContent('main'), 'Robin is a parent')
    t.same(
      faults.filter(title => !title.includes('400')),
      [],
    )
  })

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
})
