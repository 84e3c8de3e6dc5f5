// npm run lighthouse [-- NAME …]: rates the screens of screens.ts, or those named, on a phone and on a desk.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@night-routine/servers'
import { chromium } from 'playwright-core'
import { everyScreen, type Screen } from '../test/screens.ts'

const release = 'lighthouse@13.5.0'
/** What a slow phone has in Lighthouse's benchmark, by the calibration of Chromium's DevTools. */
const slowPhone = 264
/** Of this machine, by the last report. Lighthouse slows it down 4 times, which is too much for a slow or busy one. */
let machine = 4 * slowPhone
const devices = {
  mobile: () => [
    `--throttling.cpuSlowdownMultiplier=${Math.min(4, Math.max(1, machine / slowPhone))}`,
  ],
  desktop: () => ['--preset=desktop'],
}
const categories = ['accessibility', 'best-practices', 'performance'] as const
/** Milliseconds, and a shift of the layout. A page that shows something at once and then rests has 100. */
const metrics = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
} as const

/** What we read of a report, in the format of the release above. */
interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<
    string,
    {
      id: string
      title: string
      score: number | null
      numericValue?: number
      displayValue?: string
    }
  >
  environment: { benchmarkIndex: number }
  runWarnings: string[]
}

// Once more, with a database server that outlives it.
if (process.env['DATABASE_URL'] === undefined) {
  const servers = join(import.meta.dirname, '../../../tools/servers/src/with-servers/main.ts')
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const args = [...process.execArgv, servers, ...program]
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1)
}

const execute = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'night-routine-lighthouse-'))
await using running = new AsyncDisposableStack()
running.defer(() => rmSync(folder, { recursive: true }))
const find = ['--yes', `--package=${release}`, '-c', 'command -v lighthouse']
const lighthouse = (await execute('npx', find)).stdout.trim()
const port = await freePort()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', `--remote-debugging-port=${port}`],
  // The household's zone: another one is asked about once.
  env: { ...process.env, TZ: 'Europe/Paris' },
})
running.defer(() => browser.close())

const names = process.argv.slice(2)
const heads = [...categories, ...Object.values(metrics), 'machine']
console.log(line('', '', heads))
const unknown = new Set(names)
for await (const screen of everyScreen({
  teardown: end => running.defer(async () => void (await end())),
})) {
  unknown.delete(screen.name)
  if (!isRated(screen)) continue
  for (const [device, options] of Object.entries(devices)) {
    const report = await rate(screen, options())
    const scores = categories.map(name => Math.round((report.categories[name]?.score ?? 0) * 100))
    const measured = Object.keys(metrics).map(name => {
      const value = report.audits[name]?.numericValue ?? NaN
      return value > 0 && value < 1 ? value.toFixed(3) : value.toFixed(0)
    })
    machine = report.environment.benchmarkIndex
    console.log(line(device, screen.name, [...scores, ...measured, machine]))
    // Something is still loading then, after 45 seconds.
    for (const warning of report.runWarnings.filter(each => each.includes('time limit'))) {
      process.exitCode = 1
      console.log(`  ${warning}`)
    }
    if (scores.every(score => score === 100)) continue
    // On a machine slower than that, performance says more about the machine than about the page.
    if (machine >= 4 * slowPhone || scores.slice(0, 2).some(score => score < 100))
      process.exitCode = 1
    for (const { id, title, score, displayValue = '' } of Object.values(report.audits))
      if (score !== null && score < 0.9) console.log(`  ${id}: ${title} ${displayValue}`)
  }
}
if (unknown.size > 0)
  throw new Error(`services/web/test/screens.ts has no screen named ${[...unknown].join(', ')}`)

/**
 * Lighthouse opens addresses. `npm test` checks with axe what a person does on a page first, and pages that differ in
 * words alone.
 */
function isRated({ name, language, after, once = false }: Screen): boolean {
  if (names.length > 0) return names.includes(name)
  return !once && !after && language === 'en' && !name.endsWith('-long-names')
}

function line(device: string, name: string, values: readonly (string | number)[]): string {
  const cells = values.map(value => String(value).padStart(String(value).length > 9 ? 15 : 9))
  return `${device.padEnd(8)}${name.padEnd(34)}${cells.join('')}`
}

async function rate({ address, cookies }: Screen, options: readonly string[]): Promise<Report> {
  const output = join(folder, 'report.json')
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const args = [
    lighthouse,
    address,
    `--port=${port}`,
    `--only-categories=${categories.join(',')}`,
    '--output=json',
    `--output-path=${output}`,
    '--quiet',
    '--disable-full-page-screenshot',
    `--extra-headers=${JSON.stringify(headers)}`,
    ...options,
  ]
  // An error page is one on purpose, and the browser's console names its status.
  const { status } = await fetch(address, { headers })
  if (status >= 400) args.push('--ignore-status-code', '--skip-audits=errors-in-console')
  // Lighthouse wants a newer Node than the one that installs us.
  const attempt = () => execute(process.execPath, args)
  // A busy machine stops the browser now and then.
  await attempt().catch(attempt)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(readFileSync(output, 'utf8')) as Report
}
