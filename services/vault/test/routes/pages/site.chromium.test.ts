import { mkdirSync } from 'node:fs'
import axe from 'axe-core'
import { launchChromium } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t from 'tap'
import { startVault } from '../../running-vault.ts'
import { lockedSite, password } from './locked-site.ts'

/** Where to leave pictures of the pages, for people to look at; unset: nowhere. */
const pictures = process.env['PAGES_FOLDER']

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 200">
<rect width="600" height="200" fill="#e8eef6"/><rect x="40" y="60" width="80" height="120" fill="#0b57a4"/>
<rect x="180" y="90" width="80" height="90" fill="#0b57a4"/></svg>`

const header = '| Mo | Tu | We | Th | Fr | Sa | Su |\n|---|---|---|---|---|---|---|\n'
const week = '| 1 Alex | 2 Robin | 3 Alex | 4 Robin | 5 Alex | 6 **Maria** | 7 Robin |\n'

const notes = {
  'index.md': `---\npublish: true\n---\n# Our nights\n\nTonight **Alex** puts the children to bed.
See [[November|the whole month]] or [the statistics](statistics.md), and a [[missing note]].

## The next seven nights\n\n- Saturday: Alex\n- Sunday: Robin\n- Monday: babysitter Maria\n
> Nobody has two nights more than the other.\n\n1. one\n2. two\n\n\`inline code\` and <kbd>Ctrl</kbd>\n
### A smaller heading\n\n[A site elsewhere](https://example.org) ~~gone~~ <mark>marked</mark>\n\n---\n\nThe end.\n`,
  'November.md': `# November 2026\n\n${header}${week.repeat(5)}`,
  'statistics.md': `How often each of us had the evening.\n\n![Alex 16, Robin 14](chart.svg)\n
| Who | Nights |\n|:--|--:|\n| Alex | 16 |\n| Robin | 14 |\n\n\`\`\`text\n${'a long line of code '.repeat(12)}\n\`\`\`\n
A-very-long-word-that-has-no-place-to-break-${'x'.repeat(80)}\n`,
  'Folder/One.md': 'one',
  'Folder/Two.md': 'two',
  'chart.svg': svg,
}

interface Violation {
  id: string
  nodes: { html: string }[]
}

async function violations(page: Page): Promise<string[]> {
  // The policy of the pages lets no script in: axe comes in by the debugger's door.
  await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(
    'axe.run(document, { resultTypes: ["violations"] })',
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Each width and each scheme once; with `npm run test:long` every width in both schemes. */
const looks = [360, 1280]
  .flatMap(width => [
    { width, colorScheme: 'light' as const },
    { width, colorScheme: 'dark' as const },
  ])
  .filter((_, index) => process.env['LONG_TESTS'] !== undefined || index % 3 === 0)

t.test('published pages fit, light and dark, and axe finds nothing', async t => {
  const vault = await startVault(t)
  const token = await vault.signIn()
  const id = await vault.makeSite(token, 'nights')
  for (const [path, content] of Object.entries(notes)) await vault.upload(token, id, path, content)
  await vault.post('/api/options', { token, id, options: { siteName: 'Night Routine' } })
  const locked = await vault.makeSite(token, 'locked')
  await vault.post('/api/options', { token, id: locked, password: 'moonlight' })

  const browser = await launchChromium(t)
  const addresses = {
    start: '/s/nights/',
    month: '/s/nights/November',
    statistics: '/s/nights/statistics',
    folder: '/s/nights/Folder/',
    error: '/s/nights/nothing',
    password: '/s/locked/',
    welcome: '/',
  }
  for (const { width, colorScheme } of looks) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', error => faults.push(error.message))
    page.on('console', message => message.type() === 'error' && faults.push(message.text()))
    for (const [name, path] of Object.entries(addresses)) {
      const at = `${name} ${width} ${colorScheme}`
      await page.goto(vault.url + path)
      const wide = await page.evaluate('document.documentElement.scrollWidth')
      t.equal(wide, width, `${at}: no sideways scroll`)
      const paper = await page.evaluate<string>(
        'getComputedStyle(document.documentElement).backgroundColor',
      )
      t.equal(paper, colorScheme === 'light' ? 'rgb(253, 252, 250)' : 'rgb(23, 24, 27)', at)
      t.same(await violations(page), [], `${at}: axe`)
      if (pictures) {
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png` })
      }
    }
    t.same(
      faults.filter(words => !/40[14]/.test(words)),
      [],
      'nothing is refused by the content security policy',
    )
    await context.close()
  }
})

t.test('a reader follows links, with the keyboard alone, and without script', async t => {
  const vault = await startVault(t)
  const token = await vault.signIn()
  const id = await vault.makeSite(token, 'nights')
  for (const [path, content] of Object.entries(notes)) await vault.upload(token, id, path, content)
  const browser = await launchChromium(t)
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${vault.url}/s/nights/`)
  await page.getByRole('link', { name: 'the whole month' }).click()
  t.equal(page.url(), `${vault.url}/s/nights/November`)
  await page.getByText('All notes').click()
  await page.getByRole('link', { name: 'statistics' }).click()
  t.equal(page.url(), `${vault.url}/s/nights/statistics`)
  const picture = page.getByRole('img', { name: 'Alex 16, Robin 14' })
  const box = await picture.boundingBox()
  t.ok(box && box.width > 200, 'the chart is to be seen')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  t.match(page.url(), /#content$/, 'the first key leads past the header')
  await page.getByRole('link', { name: 'nights' }).first().click()
  t.equal(page.url(), `${vault.url}/s/nights/`)
})

t.test('a reader types the password, and is in', async t => {
  const { url } = await lockedSite(t)
  const browser = await launchChromium(t)
  const page = await browser.newPage({
    javaScriptEnabled: false,
    colorScheme: 'dark',
    viewport: { width: 360, height: 800 },
  })
  await page.goto(`${url}/s/notes/a/b`)
  const field = page.getByLabel('Password')
  await field.fill('not this one')
  await field.press('Enter')
  await page.getByRole('alert').getByText('That password is wrong').waitFor()
  if (pictures) await page.screenshot({ path: `${pictures}/password-wrong.png` })
  await field.fill(password)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('deep').waitFor()
  t.equal(page.url(), `${url}/s/notes/a/b`)
  await page.goto(`${url}/s/notes/`)
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  t.equal((await page.goto(`${url}/s/notes/nothing`))?.status(), 404)
})
