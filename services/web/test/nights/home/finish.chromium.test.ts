import { saveMemberParent } from '@night-routine/database/people'
import { launchChromium } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { sync } from '../../../src/nights/home/sync.ts'
import { Browser } from '../../browser.ts'
import { alex as alexSession, noWakes } from '../../demo-household.ts'
import { focused, tabTo } from '../../keyboard.ts'
import { confirmAtGoogle, openAddress, openPage, until } from '../../listening-web.ts'
import { runWeb } from '../../running-web.ts'
import { selectFamily } from '../../selected-calendar.ts'

/** A planned household of Alex, who alone is on the list. */
async function household(t: Test) {
  const { origin, serve } = await openAddress(t)
  const web = await runWeb(t, { PUBLIC_URL: origin, ALLOWED_EMAILS: ['alex@example.com'] })
  const alex = new Browser(web)
  await alex.signIn('alex@example.com')
  await saveMemberParent(web.db, 'alex@example.com', 'a')
  await selectFamily(web.db)
  await sync({ ...web, lockingDb: web.db, wake: noWakes }, alexSession)
  serve(web.service)
  return { web, origin, session: alex.cookies.get('session') ?? '' }
}

const rows = (page: Page) => page.locator('.setup li > div:not(.pair-end)').allTextContents()
const steps = {
  invite: 'Invite Robin, to see and change the nights, too.',
  remind: 'Get a reminder when it’s your turn',
  homeScreen: 'Put it on your home screen',
}

t.test('Alex invites, Robin joins, and each has what is left to do', async t => {
  const home = await household(t)
  const { origin, web } = home
  const browser = await launchChromium(t)
  const { page: alex, faults } = await openPage(browser, home, {
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })

  await alex.goto(origin)
  t.same(await rows(alex), Object.values(steps))
  await alex.getByRole('button', { name: 'Create invite link' }).click()
  await confirmAtGoogle(alex)
  const link = await alex.getByLabel('Link').inputValue()
  t.match(link, /\/invitations\/[\w-]{43}$/)
  const qr = await alex.getByRole('img', { name: 'QR code of the invitation' }).boundingBox()
  t.ok(qr && qr.width >= 160 && qr.width === qr.height, 'large enough for a camera, and a square')
  await alex.getByRole('button', { name: 'Copy: Link' }).click()
  await alex.getByText('Copied').first().waitFor()
  t.equal(await alex.evaluate('navigator.clipboard.readText()'), link)
  await alex.goto(origin)
  t.match(await rows(alex), [`${steps.invite}A link is open until Friday 27 November.`])

  const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }
  const robin = await (await browser.newContext(phone)).newPage()
  await robin.goto(link)
  await robin.getByRole('link', { name: 'Sign in with Google' }).click()
  await robin.getByRole('link', { name: 'Robin' }).click()
  await robin.getByRole('button', { name: 'Allow' }).click()
  await robin.waitForURL(`${origin}/`)

  await t.test('the row leaves Alex’s open page by itself', async t => {
    await until(alex, `!document.querySelector('.setup').textContent.includes('Invite')`)
    t.same(await rows(alex), [steps.remind, steps.homeScreen])
    t.equal(await alex.locator('.setup').getAttribute('open'), '', 'what is open stays open')
  })

  await t.test('Alex is done with the keyboard, and the focus stays at the card', async t => {
    await tabTo(alex, '#home-screen button')
    await alex.keyboard.press('Enter')
    await until(alex, `!document.querySelector('#home-screen')`)
    t.match(await focused(alex), 'summary Finish setting up 1 left')
    t.same(await rows(alex), [steps.remind])
  })

  await t.test('who opens it from a home screen is done, and keeps the message', async t => {
    await web.db.updateTable('accounts').set({ home_screen_at: null }).execute()
    await alex.addInitScript(
      `window.matchMedia = query => ({ matches: query.includes('standalone') })`,
    )
    await alex.context().addCookies([{ name: 'notice', value: 'busy', url: origin }])
    await alex.goto(origin)
    await until(alex, `!document.querySelector('#home-screen')`)
    t.equal(await alex.locator('.setup .fine').first().innerText(), '1 left')
    t.match(await alex.locator('.toast').innerText(), 'Someone else was changing the plan')
    const saved = await web.db.selectFrom('accounts').select(['email', 'home_screen_at']).execute()
    t.same(
      saved.filter(each => each.home_screen_at !== null).map(({ email }) => email),
      ['alex@example.com'],
    )
  })
  t.matchOnly(faults, [/status of 403/], 'the page that asks who it is')
})
