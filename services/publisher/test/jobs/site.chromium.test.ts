import axe from 'axe-core'
import { readNights, type Caregiver } from '@night-routine/database/nights'
import { waitFor } from '@night-routine/servers'
import { launchChromium } from '@night-routine/servers/chromium'
import { inTurn, sitter, storeNights } from '@night-routine/testing/database'
import t, { type Test } from 'tap'
import {
  publishingHousehold,
  readPublication,
  startPublisher,
  tonight,
} from '../published-household.ts'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchChromium>>['newPage']>>

const booked = 'Maria-Magdalena'

/** As the share page has them; the font sizes of tonight's name, too. */
const tints: Record<Caregiver, string> = {
  a: 'rgb(232, 235, 252)',
  b: 'rgb(253, 234, 221)',
  babysitter: 'rgb(226, 236, 232)',
}
const screens = [
  { width: 390, tonight: 36 },
  { width: 1280, tonight: 56 },
]

/** Each width and each scheme once; with `npm run test:long` every width in both schemes. */
const looks = screens
  .flatMap(({ width }) => [
    { width, colorScheme: 'light' as const },
    { width, colorScheme: 'dark' as const },
  ])
  .filter((_, index) => process.env['LONG_TESTS'] !== undefined || index % 3 === 0)

/** French, whose words are the longer ones. */
const words = {
  title: 'Ce soir · Night Routine',
  when: 'Ce soir, vendredi 20 novembre',
  open: 'Personne pour l’instant',
  order: ['Ce soir', 'Bilan', 'Décembre 2026', 'Novembre 2026', 'Octobre 2026'],
}

/** A household whose plan is published: nights of three months, a babysitter's and an open one among them. */
async function publishedPlan(t: Test) {
  const household = await publishingHousehold(t)
  const { db, host, environment, change, giveNights, published } = household
  const changed = sitter('2026-11-22', booked)
  await db.deleteFrom('assignments').where('night', '=', changed.night).execute()
  await storeNights(db, [...inTurn('2026-10-26', 25), changed])
  await startPublisher(t, { ...environment, VAULT_READ_URL: `${host.url}/s/` })
  await change({ publish: true, language: 'fr' })
  await published()
  await giveNights([tonight.add({ days: 4 })], null)
  await published()
  const address = (await readPublication(db)).address ?? ''
  return { db, address }
}

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** What axe finds. The policy of the pages lets no script in: it comes in by the debugger's door. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(
    'axe.run(document, { resultTypes: ["violations"] })',
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

interface Cell {
  day: number
  isToday: boolean
  hasFrame: boolean
  who: string
  tint: string
}

/** The days of the month on a page. */
const cells = (page: Page) =>
  page.evaluate<Cell[]>(`Array.from(document.querySelectorAll('.week td'))
    .filter(({ textContent }) => textContent.trim() !== '')
    .map(cell => {
      const { backgroundColor, boxShadow } = getComputedStyle(cell)
      const [day, ...rest] = cell.childNodes
      return {
        day: Number(day.textContent),
        isToday: day.nodeName === 'MARK',
        hasFrame: boxShadow !== 'none',
        who: rest.map(({ textContent }) => textContent).join('').replaceAll('\\u00AD', '').trim(),
        tint: backgroundColor,
      }
    })`)

/** Cells with a word that continues in the next line without a hyphen. */
const brokenWords = `Array.from(document.querySelectorAll('.week :is(th, td)')).filter(cell => {
  const letters = []
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { data } = walker.currentNode
    for (const [at, sign] of Array.from(data, (_, at) => [at, data.charAt(at)])) {
      const range = document.createRange()
      range.setStart(walker.currentNode, at)
      range.setEnd(walker.currentNode, at + 1)
      // The first letter of a line has a rectangle at the end of the line before it, too.
      const { top, height } = Array.from(range.getClientRects()).at(-1) ?? { top: 0, height: 0 }
      letters.push({ isLetter: /\\p{L}/u.test(sign), top, height })
    }
  }
  return letters.some(({ isLetter, top, height }, at) =>
    isLetter && letters[at + 1]?.isLetter && letters[at + 1].top > top + height / 2)
}).map(cell => cell.textContent.trim())`

const cut = '(frame => frame.scrollWidth - frame.clientWidth)(document.querySelector(".week"))'

t.test('the published plan in a browser', async t => {
  const { db, address } = await publishedPlan(t)
  const browser = await launchChromium(t)
  const page = await browser.newPage({ colorScheme: 'light' })
  const open = (path: string) =>
    // On a busy machine the host says that a page isn't ready yet.
    waitFor(`${path} is rendered`, async () => (await page.goto(address + path))?.ok())
  const names = { a: 'Alexandra', b: 'Robin', babysitter: booked }
  const month = await readNights(
    db,
    Temporal.PlainDate.from('2026-11-01'),
    Temporal.PlainDate.from('2026-11-30'),
  )
  const caregiverOf = new Map(month.map(({ night, caregiver }) => [night.day, caregiver]))

  // A busy machine may take too long over a note, and says so.
  await waitFor('the host shows the first page', async () => {
    await open('')
    const shown = await page.locator('html').getAttribute('lang')
    return shown === 'fr' && (await page.title()) === words.title
  })
  const tonights = caregiverOf.get(tonight.day)
  if (!tonights) throw new Error('tonight is planned')
  const banner = page.locator('.banner')
  t.equal(await banner.locator('p').textContent(), words.when)
  t.equal(await banner.locator('h1').textContent(), names[tonights])
  const look = (style: string, selector: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${style}`)
  t.equal(await look('backgroundColor', '.banner'), tints[tonights])
  for (const { width, tonight: size } of screens) {
    await page.setViewportSize({ width, height: 800 })
    const shown = Number.parseFloat(await look('fontSize', '.banner h1'))
    t.ok(shown >= size, `${width}: the name is as large as on the share page, ${shown} px`)
  }
  const tree = page.getByRole('navigation', { name: 'Notes', exact: true }).getByRole('link')
  const titles = waitFor('all notes are rendered', async () => {
    await open('')
    const shown = await tree.allTextContents()
    return shown.every(title => !/^\d|statistics/.test(title)) && shown
  })
  t.same(await titles, words.order)

  await open('2026-11')
  const shown = await cells(page)
  t.same(
    shown,
    Array.from({ length: 30 }, (_, index) => {
      const day = index + 1
      const isToday = day === tonight.day
      const caregiver = caregiverOf.get(day) ?? null
      const who = caregiver === null ? words.open : names[caregiver]
      const tint = caregiver === null ? 'rgba(0, 0, 0, 0)' : tints[caregiver]
      return { day, isToday, hasFrame: isToday, who, tint }
    }),
  )
  t.equal(new Set(shown.map(({ tint }) => tint)).size, 4, 'both parents, a babysitter, and none')

  for (const path of ['', '2026-11', 'statistics']) {
    await open(path)
    for (const { width, colorScheme } of looks) {
      const at = `${path || 'index'} ${width} ${colorScheme}`
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, at)
      if (path === '2026-11') {
        t.equal(await page.evaluate(cut), 0, `${at}: all seven days`)
        t.same(await page.evaluate(brokenWords), [], `${at}: names are whole`)
      }
      t.same(await violations(page), [], `${at}: axe`)
    }
  }
  const width = await page.evaluate<number>('document.querySelector("main img").naturalWidth')
  t.equal(width, 400, 'the chart is drawn')
  const chart = await (await fetch(`${address}statistics.svg`)).text()
  // The policy of the page would refuse the chart's styles outside of its picture.
  const alone = await browser.newPage()
  await alone.setContent(chart)
  const papers: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await alone.emulateMedia({ colorScheme })
    papers.push(await alone.evaluate('getComputedStyle(document.querySelector(".paper")).fill'))
  }
  t.same(papers, ['rgb(255, 255, 255)', 'rgb(23, 24, 27)'], 'and follows the dark')
})
