import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { raiseNotice, readNotices } from '@night-routine/database/calendar'
import { freePort } from '@night-routine/servers'
import t from 'tap'
import { tokenFor } from '../program.ts'
import type { Browser } from '../browser.ts'
import { plannedHousehold } from '../planned-household.ts'

const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
const lines = [...page.matchAll(/^### (?<request>\S+ \S+)$[^#]*?^ {4}(?<line>curl .*)$/gm)]

async function json(browser: Browser, path: string, body: object) {
  return (await browser.json(path, JSON.stringify(body))).json()
}

// Each example is run as the page has it, by a shell and the real curl.
t.test('every curl line of docs/api.md does what it says', async t => {
  const { web, alex, robin, nights, today } = await plannedHousehold(t)
  const port = await freePort()
  await web.service.listen({ host: '127.0.0.1', port })
  const token = await tokenFor(alex)
  const home = t.testdir()
  // Asks curl to fail with the status, and to print the answer that says why.
  writeFileSync(`${home}/.curlrc`, 'silent\nshow-error\nfail-with-body\n')

  async function ready() {
    const ahead = (await nights()).filter(
      ({ night, override }) => !override && Temporal.PlainDate.compare(night, today) > 0,
    )
    const mine = ahead.find(({ caregiver }) => caregiver === 'a')
    const theirs = ahead.find(({ caregiver }) => caregiver === 'b')
    if (!mine || !theirs) throw new Error('both parents have nights that are not locked')
    return { mine, theirs }
  }

  const [family] = await web.emulator.control.calendars()

  /** What the lines need that is not there yet, by the variable with its id. */
  async function prepared(request: string): Promise<Record<string, string>> {
    const { mine, theirs } = await ready()
    const env = {
      NIGHT: String(mine.id),
      OTHER_NIGHT: String(theirs.id),
      DATE: mine.night.toString(),
      CALENDAR: family?.id ?? '',
    }
    if (/unlock|undo/.test(request)) {
      const { change } = await json(alex, `/api/nights/${mine.id}/note`, { note: request })
      await alex.post('/nights/lock', { assignment_id: String(mine.id) })
      return { ...env, CHANGE: change }
    }
    if (/notices\/\{/.test(request)) {
      const data = { asked: 'Robyn', parent: 'b' }
      const { night } = mine
      await raiseNotice(web.db, { kind: 'near-name', night, data }, web.clock.now())
      const notice = (await readNotices(web.db)).find(({ kind }) => kind === 'near-name')
      return { ...env, NOTICE: String(notice?.id) }
    }
    if (request.startsWith('DELETE /api/absences')) {
      const absence = { parent: 'b', from: today.add({ days: 9 }).toString() }
      return { ...env, ABSENCE: String((await json(alex, '/api/absences', absence)).id) }
    }
    if (request.startsWith('DELETE /api/repeating')) {
      const absence = { parent: 'b', from: today.toString(), weekdays: [2], every_weeks: 3 }
      return { ...env, ABSENCE: String((await json(alex, '/api/absences', absence)).id) }
    }
    if (request.startsWith('DELETE /api/absence-calendars')) {
      const { calendars } = (await alex.get('/api/absences')).json()
      return { ...env, CALENDAR: calendars[0].id }
    }
    if (request.endsWith('/answer'))
      return {
        ...env,
        ASK: (await json(robin, '/api/asks', { night: theirs.night.toString() })).id,
      }
    if (request.startsWith('DELETE /api/asks'))
      return {
        ...env,
        ASK: (await json(alex, '/api/asks', { night: mine.night.toString() })).id,
      }
    return env
  }

  t.ok(lines.length >= 39, `${lines.length} lines`)
  for (const { groups: { request = '', line = '' } = {} } of lines) {
    const env = {
      ...(await prepared(request)),
      PATH: process.env['PATH'] ?? '',
      CURL_HOME: home,
      URL: `http://127.0.0.1:${port}`,
      TOKEN: token,
    }
    const { stdout, stderr } = await promisify(execFile)('sh', ['-euc', line], { env }).catch(
      (failed: { stdout: string; stderr: string }) => failed,
    )
    t.equal(stderr, '', `${request}: ${stdout.slice(0, 300)}`)
    const answer: unknown = JSON.parse(stdout || 'null')
    t.type(answer, 'object', request)
  }
})

t.test('every endpoint below /api has a line', t => {
  const requests = [...page.matchAll(/^### (\S+ \/api\/\S+)$/gm)].map(([, request]) => request)
  const ofWeb = requests.slice(0, requests.indexOf('POST /api/upload'))
  t.same(
    lines.map(({ groups }) => groups?.['request']),
    ofWeb,
  )
  t.end()
})
