import { householdTransaction } from '@night-routine/database/connection'
import { createSession } from '@night-routine/database/people'
import { planHousehold } from '@night-routine/household'
import t from 'tap'
import { newToken, tokenHash } from '../src/plugins/session.ts'
import { Browser } from './browser.ts'
import { runWeb } from './running-web.ts'

/** In the household's zone, the wall says another date than in the process's, or clocks change. */
const table: [what: string, timeZone: string, now: string, day: string, month: string][] = [
  ['clocks go forward', 'Europe/Paris', '2027-03-28T20:00:00Z', '28', 'March 2027'],
  ['clocks go back, at 03:30', 'America/New_York', '2027-11-07T08:30:00Z', '6', 'November 2027'],
  ['by half an hour', 'Australia/Lord_Howe', '2027-10-02T15:45:00Z', '2', 'October 2027'],
  ['leap day', 'America/Los_Angeles', '2028-03-01T05:00:00Z', '29', 'February 2028'],
  ['year end, first', 'Pacific/Kiritimati', '2026-12-31T08:00:00Z', '31', 'December 2026'],
  ['new year, first', 'Pacific/Kiritimati', '2026-12-31T15:00:00Z', '1', 'January 2027'],
  ['year end, last', 'Pacific/Pago_Pago', '2027-01-01T14:00:00Z', '31', 'December 2026'],
]

const processZones = [
  ['Pacific/Auckland', -720],
  ['America/Los_Angeles', 420],
] as const

t.test("the page knows the household's tonight, whatever the process's zone is", async t => {
  const before = process.env['TZ']
  t.teardown(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })
  const web = await runWeb(t, { LOOK_AHEAD_DAYS: 5 })
  for (const [what, timeZone, text, day, month] of table) {
    await web.db.deleteFrom('assignments').execute()
    const place = { time_zone: timeZone, last_planned_on: null }
    await web.db.updateTable('settings').set(place).execute()
    web.clock.advance(web.clock.now().until(Temporal.Instant.from(text)))
    const browser = new Browser(web)
    const token = newToken()
    const alex = { email: 'alex@example.com', subject: 'alex' }
    const now = web.clock.now()
    await createSession(web.db, { tokenHash: tokenHash(token), ...alex, now })
    browser.cookies.set('session', token)

    for (const [processZone, offset] of processZones) {
      process.env['TZ'] = processZone
      t.equal(new Date(2026, 6, 1).getTimezoneOffset(), offset)
      const origin = { now: web.clock.now(), actor: { kind: 'schedule', email: null } } as const
      await householdTransaction(web.db, trx => planHousehold(trx, origin))

      const row = `${what}, ${timeZone}, in a process of ${processZone}`
      const home = (await browser.get('/')).body
      const [cell = ''] = /aria-current="date"[^]*?<\/(a|div)>/.exec(home) ?? []
      t.match(cell, new RegExp(`>${day}(?:</span>| <small)`), `${row}: tonight's cell`)
      const { body } = await browser.get('/statistics')
      const rows = [...body.matchAll(/<th scope="row">(\w+ \d{4})[ <]/g)].map(([, name]) => name)
      t.ok(rows.slice(0, 3).includes(month), `${row}: the newest month, and the one after it`)
    }
  }
})
