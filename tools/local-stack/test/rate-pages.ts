// npm run lighthouse: rates the pages of a demo household made for this, or only those named.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { signInAtDemo, startDemoStack } from './demo-stack.ts'

const release = 'lighthouse@13.5.0'
const categories = ['accessibility', 'best-practices', 'performance'] as const
type Scores = Record<(typeof categories)[number], number>

/** Of 100; a desk's performance depends on the machine more than on the page, and is only told. */
const least = {
  mobile: { accessibility: 100, 'best-practices': 100, performance: 95 },
  desktop: { accessibility: 100, 'best-practices': 100, performance: 0 },
} satisfies Record<string, Scores>

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const folder = mkdtempSync(join(tmpdir(), 'night-routine-lighthouse-'))
await using stack = await startDemoStack()
const { cookie, night, share } = await signIn(stack.address)
const asked = process.argv.slice(2)
const all: [name: string, path: string, cookie: string][] = [
  ['signed out', '/', ''],
  ['home', '/', cookie],
  ['night', night, cookie],
  ['statistics', '/statistics', cookie],
  ['settings', '/settings', cookie],
  ['sharing', '/settings/sharing', cookie],
  ['advanced', '/settings/advanced', cookie],
  ['notifications', '/settings/notifications', cookie],
  ['history', '/history', cookie],
  ['calendars', '/calendars', cookie],
  ['help', '/help', cookie],
  ['share', share, ''],
]
const pages = all.filter(([name]) => asked.length === 0 || asked.includes(name))
try {
  console.log(`${''.padEnd(22)}${categories.map(name => name.padStart(16)).join('')}`)
  for (const device of ['mobile', 'desktop'] as const)
    for (const [name, path, as] of pages) {
      const { scores, faults } = rate(`${stack.address}${path}`, as, device)
      const line = categories.map(category => String(scores[category]).padStart(16)).join('')
      console.log(`${device.padEnd(8)}${name.padEnd(14)}${line}`)
      const below = categories.filter(category => scores[category] < least[device][category])
      if (below.length === 0) continue
      process.exitCode = 1
      for (const fault of faults) console.log(`  ${fault}`)
    }
} finally {
  rmSync(folder, { recursive: true })
}

async function signIn(address: string) {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-quic'],
  })
  try {
    const page = await browser.newPage()
    await signInAtDemo(page, address)
    const href = await page.locator('table.month a[aria-current]').getAttribute('href')
    const [session] = (await page.context().cookies()).filter(({ name }) => name === 'session')
    await page.goto(`${address}/settings/sharing`)
    await page.locator('form[action="/feed"] button').click()
    const link = new URL(await page.locator('#share').inputValue())
    return { share: link.pathname, cookie: `session=${session?.value ?? ''}`, night: href ?? '/' }
  } finally {
    await browser.close()
  }
}

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { id: string; title: string; score: number | null; displayValue?: string }>
}

function rate(url: string, as: string, device: keyof typeof least) {
  const output = join(folder, 'report.json')
  const words = [
    '--yes',
    '--silent',
    release,
    url,
    `--only-categories=${categories.join(',')}`,
    '--output=json',
    `--output-path=${output}`,
    '--quiet',
    '--chrome-flags=--headless=new --no-sandbox --disable-quic',
  ]
  if (device === 'desktop') words.push('--preset=desktop')
  if (as !== '') words.push(`--extra-headers=${JSON.stringify({ cookie: as })}`)
  // Lighthouse wants a newer Node than the one that installs us: ours comes first.
  const programs = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const { status, stderr } = spawnSync('npx', words, {
    env: { ...process.env, PATH: programs, CHROME_PATH: executablePath },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Lighthouse did not end well: ${stderr}`)
  // Its own format, of the release above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const report = JSON.parse(readFileSync(output, 'utf8')) as Report
  const score = (category: string) => Math.round((report.categories[category]?.score ?? 0) * 100)
  return {
    scores: {
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      performance: score('performance'),
    },
    faults: Object.values(report.audits)
      .filter(audit => audit.score !== null && audit.score < 0.9)
      .map(({ id, title, displayValue }) => `${id}: ${title} ${displayValue ?? ''}`),
  }
}
