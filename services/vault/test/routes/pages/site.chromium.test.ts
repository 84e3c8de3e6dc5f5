import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { launchChromium } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t from 'tap'
import { startVault, type RunningVault } from '../../running-vault.ts'
import { lockedSite, password } from './locked-site.ts'

/** Where to leave pictures of the pages, for people to look at; unset: nowhere. */
const pictures = process.env['PAGES_FOLDER']

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 200">
<rect width="600" height="200" fill="#e8eef6"/><rect x="40" y="60" width="80" height="120" fill="#0b57a4"/>
<rect x="180" y="90" width="80" height="90" fill="#0b57a4"/></svg>`

const wide = `How often each of us had the evening.\n\n![Alex 16, Robin 14](chart.svg)\n
| Who | Nights |\n|:--|--:|\n| Alex | 16 |\n| Robin | 14 |\n\n\`\`\`text\n${'a long line of code '.repeat(12)}\n\`\`\`\n
A-very-long-word-that-has-no-place-to-break-${'x'.repeat(80)}\n`

/** Uploads the showcase vault, which has one note for each thing that a note can do. */
async function showcase(vault: RunningVault, token: string, slug: string): Promise<string> {
  const id = await vault.makeSite(token, slug)
  const folder = join(import.meta.dirname, '../../showcase')
  for (const path of globSync('**/*.*', { cwd: folder }))
    await vault.upload(token, id, path, new Uint8Array(readFileSync(join(folder, path))))
  await vault.upload(token, id, 'Wide.md', wide)
  await vault.upload(token, id, 'chart.svg', svg)
  await vault.rendered()
  return id
}

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** What axe finds on a page that has loaded it. */
async function violations(page: Page): Promise<string[]> {
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

t.test('published pages fit the screen, light and dark, and axe finds nothing', async t => {
  const vault = await startVault(t)
  const token = await vault.signIn()
  const id = await showcase(vault, token, 'nights')
  await vault.post('/api/options', { token, id, options: { siteName: 'Our family notes' } })
  const homeless = await vault.makeSite(token, 'homeless')
  await vault.upload(token, homeless, 'Trips/Sea.md', '# Sea')
  await vault.upload(token, homeless, 'Plain.md', '# Plain')
  const locked = await vault.makeSite(token, 'locked')
  await vault.post('/api/options', { token, id: locked, password: 'moonlight' })

  const browser = await launchChromium(t)
  const addresses = {
    start: '',
    routine: 'The evening routine',
    callouts: 'Callouts',
    code: 'Code',
    footnotes: 'Footnotes',
    formulas: 'Formulas',
    tasks: 'Tasks',
    boxes: 'Boxes',
    canvas: 'Board.canvas',
    arabic: 'بيت',
    hebrew: 'שבת',
    letters: '?q=שבת',
    embeds: 'Trips/The sea',
    french: 'Kitchen/Crêpes',
    month: 'November',
    wide: 'Wide',
    folder: 'Trips/',
    around: 'Around a note',
    tag: '?tag=showcase',
    linked: 'Books?linked',
    entrance: '../homeless/',
    search: '?q=the blue boat',
    nothing: '?q=xyz',
    error: 'The evening rotine',
    password: '../locked/',
    welcome: '/',
  }
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => message.type() === 'error' && faults.push(message.text()))
  for (const [name, path] of Object.entries(addresses)) {
    await page.goto(new URL(path, `${vault.url}/s/nights/`).href)
    // The policy of the pages lets no script in: axe comes in by the debugger's door.
    await page.evaluate(axe.source)
    for (const { width, colorScheme } of looks) {
      const at = `${name} ${width} ${colorScheme}`
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      const scrolls = await page.evaluate('document.documentElement.scrollWidth')
      t.equal(scrolls, width, `${at}: no sideways scroll`)
      const paper = await page.evaluate<string>(
        'getComputedStyle(document.documentElement).backgroundColor',
      )
      t.equal(paper, colorScheme === 'light' ? 'rgb(253, 252, 250)' : 'rgb(23, 24, 27)', at)
      if (name === 'month') {
        const cut = await page.evaluate(
          '(frame => frame.scrollWidth - frame.clientWidth)(document.querySelector(".week"))',
        )
        t.equal(cut, 0, `${at}: all seven days`)
      }
      t.same(await violations(page), [], `${at}: axe`)
      if (pictures) {
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({
          path: `${pictures}/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        })
      }
    }
  }
  t.same(
    faults.filter(words => !/40[14]/.test(words)),
    [],
    'the content security policy refuses nothing',
  )
})

t.test('a reader follows links with the keyboard alone, without script', async t => {
  const vault = await startVault(t)
  const token = await vault.signIn()
  await showcase(vault, token, 'nights')
  const browser = await launchChromium(t)
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${vault.url}/s/nights/`)
  await page.getByRole('main').getByRole('link', { name: 'The evening routine' }).click()
  await page.getByRole('heading', { name: 'Lights out' }).waitFor()
  await page.getByRole('navigation', { name: 'On this page' }).getByText('Teeth').click()
  t.match(page.url(), /#h-teeth$/)
  await page.getByRole('navigation', { name: 'Notes' }).getByText('Trips').click()
  const tree = page.getByRole('navigation', { name: 'Notes' })
  await tree.getByRole('link', { name: 'The sea, in August' }).click()
  const picture = page.getByRole('img', { name: 'Our tent by the sea' })
  const box = await picture.boundingBox()
  t.equal(box?.width, 320, 'as wide as the note says')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  t.match(page.url(), /#content$/, 'the first key leads past the header')
  await page.getByRole('searchbox', { name: 'Search this site' }).fill('whale')
  await page.keyboard.press('Enter')
  await page.getByText('2 notes with “whale”').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Books' }).click()
  await page.getByRole('heading', { name: 'Books' }).waitFor()

  await page.setViewportSize({ width: 360, height: 800 })
  const notes = page.getByRole('navigation', { name: 'Notes' })
  t.equal(await notes.isVisible(), false)
  await page.getByRole('button', { name: 'Menu' }).click()
  if (pictures) await page.screenshot({ path: `${pictures}/menu.png` })
  await notes.getByRole('link', { name: 'Callouts' }).click()
  await page.getByText('A folded one').click()
  await page.getByText('not even a little').waitFor()
  await page.getByRole('link', { name: 'nights' }).first().click()
  t.equal(page.url(), `${vault.url}/s/nights/`)
})

t.test('a reader enters the password and gets in', async t => {
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
