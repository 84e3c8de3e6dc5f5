import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { launchChromium } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { sharedRenderer, startVault, type RunningVault } from '../../running-vault.ts'
import { lockedSite, password } from './locked-site.ts'

/** Where to leave pictures of the pages, for people to look at; unset: nowhere. */
const pictures = process.env['PAGES_FOLDER']
const isLong = process.env['LONG_TESTS'] !== undefined

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 200">
<rect width="600" height="200" fill="#e8eef6"/><rect x="40" y="60" width="80" height="120" fill="#0b57a4"/>
<rect x="180" y="90" width="80" height="90" fill="#0b57a4"/></svg>`

const wideTable = `| ${'A long name of a column | '.repeat(6)}\n| ${'--- | '.repeat(6)}\n| ${'cell | '.repeat(6)}\n`
const wideFormula = `$$${Array.from({ length: 40 }, (_, at) => `a_{${at}}`).join(' + ')}$$\n`

/** Two of everything that scrolls, and a picture. */
const wide = `How often each of us had the evening.\n\n![Alex 16, Robin 14](chart.svg)\n
| Who | Nights |\n|:--|--:|\n| Alex | 16 |\n| Robin | 14 |\n\n${wideTable}
${wideFormula}\n${wideFormula}
\`\`\`text\n${'a long line of code '.repeat(12)}\n\`\`\`\n
A-very-long-word-that-has-no-place-to-break-${'x'.repeat(80)}\n`

/** Uploads the showcase vault, which has one note for each thing that a note can do. */
async function showcase(vault: RunningVault, token: string, slug: string): Promise<string> {
  const id = await vault.makeSite(token, slug)
  const folder = join(import.meta.dirname, '../../showcase')
  for (const path of globSync('**/*.*', { cwd: folder }))
    await vault.upload(token, id, path, new Uint8Array(readFileSync(join(folder, path))))
  await vault.rendered()
  return id
}

/** The first notes that a site is written around. */
const homes = {
  ltr: undefined,
  rtl: `---\nlang: ar\n---\n\n# ملاحظات العائلة\n
من ينام مع من، وما نحتاجه. المرجع [[بيت]]، و[[The evening routine]].\n\n- [x] معجون أسنان\n- [ ] كتب المكتبة\n`,
  hebrew: `---\nlang: he\n---\n\n# הפתקים של המשפחה\n
מי משכיב את הילדים, ומה צריך. ראו [[שבת]] וגם [[The evening routine]].\n\n- [x] משחת שיניים\n- [ ] ספרים\n`,
}

/** Each kind of page, by its address on the site `nights`. */
const kinds = {
  start: '',
  routine: 'The evening routine',
  callouts: 'Callouts',
  code: 'Code',
  footnotes: 'Footnotes',
  formulas: 'Formulas',
  tasks: 'Tasks',
  boxes: 'Queries',
  elsewhere: 'Other sites',
  canvas: 'Board.canvas',
  arabic: 'بيت',
  hebrew: 'שבת',
  embeds: 'Trips/The sea',
  french: 'Kitchen/Crêpes',
  month: 'November',
  wide: 'Wide',
  around: 'Around/Tags',
  untitled: 'Around/Previews',
  folder: 'Trips/',
  tag: '?tag=showcase',
  'tag-none': '?tag=nothing',
  linked: 'Books?linked&page=2',
  search: '?q=the blue boat',
  'search-pages': '?q=book&page=2',
  letters: '?q=שבת',
  nothing: '?q=xyz',
  suggestions: 'The evening rotine',
  long: 'Long',
  slow: 'Slow',
  late: 'Late',
}

/** The direction of notes with a language. */
const own: Record<string, string> = { arabic: 'rtl', french: '' }

/** Those without a first note that could give them a direction. */
const others = {
  entrance: '../homeless/',
  empty: '../empty/',
  password: '../locked/',
  'no-site': '../nothing/',
  welcome: '/',
}

/** One that has no time for some notes. */
const busyRenderer: typeof sharedRenderer = {
  ...sharedRenderer,
  render: async (job, deadline) => {
    if (job.text === 'late' || job.text === 'slow') return job.text
    return sharedRenderer.render(job, deadline)
  },
  renderAhead: async job =>
    job.text === 'late' || job.text === 'slow' ? undefined : sharedRenderer.renderAhead(job),
}

/** A host with every kind of page. */
async function everyKind(t: Test) {
  const vault = await startVault(t, { renderer: busyRenderer })
  const token = await vault.signIn()
  const id = await showcase(vault, token, 'nights')
  await vault.post('/api/options', { token, id, options: { siteName: 'Our family notes' } })
  const more = {
    'Wide.md': wide,
    'chart.svg': svg,
    'Long.md': 'long '.repeat(60_000),
    'Slow.md': 'slow',
    'Late.md': 'late',
    ...Object.fromEntries(
      Array.from({ length: 101 }, (_, at) => [`Books/Page ${at + 1}.md`, `${at} of [[Books]]`]),
    ),
  }
  await Promise.all(
    Object.entries(more).map(([path, content]) => vault.upload(token, id, path, content)),
  )
  const homeless = await vault.makeSite(token, 'homeless')
  await vault.upload(token, homeless, 'Trips/Sea.md', '# Sea')
  await vault.upload(token, homeless, 'Trips/بحر.md', '# البحر')
  await vault.upload(token, homeless, 'Plain.md', '# Plain')
  await vault.makeSite(token, 'empty')
  const locked = await vault.makeSite(token, 'locked')
  await vault.post('/api/options', { token, id: locked, password: 'moonlight' })
  return { ...vault, token, id }
}

interface Violation {
  id: string
  nodes: { html: string }[]
}

const browser = await launchChromium(t)

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on a page that has loaded it. */
async function violations(page: Page): Promise<string[]> {
  const options = JSON.stringify({ runOnly: standards, resultTypes: ['violations'] })
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, ${options})`,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

const light = 'rgb(253, 252, 250)'
const dark = 'rgb(23, 24, 27)'

/** A phone in the light and a desk in the dark; with `npm run test:long` and for pictures each in both. */
const looks = [pictures ? 390 : 360, 1280].flatMap((width, index) =>
  [
    { width, colorScheme: 'light' as const, paper: light },
    { width, colorScheme: 'dark' as const, paper: dark },
  ].filter((_, other) => isLong || pictures || other === index),
)

t.test('every kind of page, in both directions', async t => {
  const vault = await everyKind(t)
  const { token, id } = vault
  const faults: string[] = []
  async function open() {
    const page = await browser.newPage()
    page.on('pageerror', error => faults.push(error.message))
    page.on('console', message => message.type() === 'error' && faults.push(message.text()))
    // A page that is not ready opens itself again after two seconds; axe can take longer.
    await page.route(/(slow|late)$/i, async route => {
      const response = await route.fetch()
      const { refresh: _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    return page
  }
  // Two at a time, because axe takes long.
  const tabs = [await open(), await open()]

  async function check(page: Page, kind: string, path: string, direction: string) {
    await page.goto(new URL(path, `${vault.url}/s/nights/`).href)
    // The policy of the pages lets no script in: axe comes in by the debugger's door.
    if (isLong || direction === 'ltr') await page.evaluate(axe.source)
    for (const [index, { width, colorScheme, paper }] of looks.entries()) {
      const at = `${kind} ${direction} ${width} ${colorScheme}`
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      const shown = await page.evaluate<object>(`({
        dir: document.documentElement.dir,
        scrolls: document.documentElement.scrollWidth,
        paper: getComputedStyle(document.documentElement).backgroundColor,
        cut: Array.from(document.querySelectorAll('.week'), ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      })`)
      const dir = own[kind] ?? (direction === 'ltr' ? '' : 'rtl')
      const weeks = kind === 'month' ? [0] : []
      t.same(shown, { dir, scrolls: width, paper, cut: weeks }, `${at}: all fits the screen`)
      // In one look and direction, because axe takes the longest and names no side.
      if (isLong || (index === 0 && direction === 'ltr'))
        t.same(await violations(page), [], `${at}: axe`)
      if (pictures) {
        mkdirSync(pictures, { recursive: true })
        const file = `${pictures}/${at.replaceAll(' ', '-')}.png`
        await page.screenshot({ path: file, fullPage: true })
      }
    }
  }

  for (const [direction, home] of Object.entries(homes)) {
    if (direction === 'hebrew' && !pictures) continue
    if (home !== undefined) await vault.upload(token, id, 'index.md', home)
    await vault.rendered()
    const all = Object.entries(direction === 'ltr' ? { ...kinds, ...others } : kinds)
    const next = all.values()
    await Promise.all(
      tabs.map(async page => {
        for (const [kind, path] of next) await check(page, kind, path, direction)
      }),
    )
  }
  t.same(
    faults.filter(words => !/40[14]|503/.test(words)),
    [],
    'the content security policy refuses nothing',
  )
})

t.test('a reader follows links by keyboard, without script, and enters a password', async t => {
  const vault = await startVault(t)
  const token = await vault.signIn()
  await showcase(vault, token, 'nights')
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

  const { url } = await lockedSite(t)
  await page.goto(`${url}/s/notes/a/b`)
  await page.getByLabel('Password').fill('not this one')
  await page.getByLabel('Password').press('Enter')
  await page.getByRole('alert').getByText('That password is wrong').waitFor()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('deep').waitFor()
  t.equal(page.url(), `${url}/s/notes/a/b`)
  t.equal((await page.goto(`${url}/s/notes/nothing`))?.status(), 404)
})
