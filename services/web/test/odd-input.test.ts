import { readHistory, readSettingsRow } from '@night-routine/database/nights'
import { checkOdd, oddDate, oddJson, oddNumberText, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t, { type Test } from 'tap'
import type { Browser } from './browser.ts'
import { plannedHousehold } from './planned-household.ts'

/** The service with a plan, a person who is signed in, and what is stored. */
async function open(t: Test) {
  const {
    db,
    alex: browser,
    today,
    nights,
  } = await plannedHousehold(t, {
    APPRISE_URL: 'http://127.0.0.1:1',
  })
  const stored = async () => {
    const [latest] = await readHistory(db, { limit: 1 })
    const ways = await db.selectFrom('person_channels').selectAll().execute()
    const read = [latest, await readSettingsRow(db), await nights(), ways]
    return JSON.stringify(read, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
  }
  const sessions = await db.selectFrom('sessions').select('id').execute()
  const [, , first, second] = await nights()
  if (!first || !second) throw new Error('no plan')
  const ids = [String(first.id), String(second.id)] as const
  let before = await stored()

  /** An answer of the contract; a refusal changes nothing; the next good request is served. */
  async function holds(send: () => Promise<Answer>) {
    const { statusCode, body } = await send()
    if (statusCode >= 500) throw new Error(`${statusCode} ${body.slice(0, 500)}`)
    const after = await stored()
    if (statusCode >= 400 && after !== before) throw new Error('half written')
    before = after
    const next = await browser.get(`/api/assignment-details?assignment_id=${ids[0]}`)
    if (next.statusCode !== 200) throw new Error(`the next one got ${next.statusCode}`)
  }
  /** Books a night; returns the change. */
  async function bookedChange(): Promise<string> {
    const form = { assignment_id: ids[0], babysitter_name: 'Jo' }
    await holds(() => browser.post('/nights/babysitter', form))
    const [{ change } = { change: null }] = await readHistory(db, { limit: 1 })
    return change ?? ''
  }
  const isOwnSession = (id: string) => sessions.some(own => String(own.id) === id)
  return { browser, holds, today, ids, bookedChange, isOwnSession }
}

type Answer = Awaited<ReturnType<Browser['get']>>
/** A form with one odd value, or with one more field. */
const oddForm = (valid: Record<string, string>) =>
  fc
    .tuple(
      fc.constantFrom(...Object.keys(valid), 'more'),
      fc.oneof(oddText({ maxLength: 20_000 }), oddDate(), oddNumberText()),
    )
    .map(([field, value]) => ({ ...valid, [field]: value }))

const names = { 'parents.a.name': 'Alex', 'parents.b.name': 'Robin' }
const agreement = (values: Record<string, string>) =>
  Object.fromEntries([
    ...Object.entries(values).map(([field, value]) => [`agreement.${field}`, value]),
    ['step', 'save'],
  ])
const split = { kind: 'share', share: '60', weekdayWeights: '1 1 1 1 1.5 1.5 1' }
const weeks = { kind: 'weeks', parent: 'a', weekday: '5', weeks: '1', isMadeGood: 'on' }
const repeating = (from: string) => ({
  'repeating.parent': 'a',
  'repeating.weekdays': '1',
  'repeating.everyWeeks': '2',
  'repeating.cycle': '',
  'repeating.from': from,
  'repeating.to': '',
  step: 'save',
})
const advanced = {
  lookAheadDays: '30',
  pastLimitDays: '5',
  countFrom: '',
  timeZone: 'Europe/Paris',
  dayTurnsAtHour: '4',
  updateFrequency: 'daily',
  weekStart: '1',
  language: 'en',
  statisticsOrder: 'newest',
}

t.test('every form answers odd values, and stores nothing of what it refuses', async t => {
  const { browser, holds, today, ids, bookedChange, isOwnSession } = await open(t)
  const [assignment_id, other_id] = ids
  const [from, to] = [today.add({ days: 3 }).toString(), today.add({ days: 5 }).toString()]
  const change = await bookedChange()
  // Each is accepted where the ones before it were.
  const forms: [path: string, valid: Record<string, string>][] = [
    ['/changes/undo', { change, return: '/' }],
    ['/nights/swap', { assignment_id, other_id }],
    ['/nights/unlock', { assignment_id }],
    ['/nights/babysitter', { assignment_id, babysitter_name: 'Maria' }],
    ['/nights/give', { assignment_id, to: 'a' }],
    ['/nights/note', { assignment_id, note: 'Bath first', shared: 'on' }],
    ['/settings', { ...names, page: 'family', step: 'save' }],
    ['/settings/agreements', agreement({ ...split, start: 'tonight' })],
    ['/settings/agreements', agreement({ ...weeks, start: 'date', from })],
    ['/settings/agreements/remove', { from }],
    ['/settings/absences/repeating', repeating(from)],
    ['/settings/absences/repeating/remove', { absence_id: '1' }],
    ['/nights/weight', { assignment_id, weight: '2' }],
    ['/nights/lock', { assignment_id }],
    ['/nights/range', { from, to, pattern: 'halves', first: 'a' }],
    ['/settings', { ...advanced, page: 'advanced', step: 'save' }],
    ['/settings/absences', { parent: 'a', from, to, step: 'save' }],
    ['/settings/absences/remove', { absence_id: '1' }],
    ['/settings/absences/calendar/remove', { source_id: '1' }],
    ['/settings/time-zone', { time_zone: 'Europe/Paris' }],
    ['/you', { parent: 'a', reminder: 'on', reminder_at: '19:00', by_push: 'on' }],
    ['/you/parent', { parent: 'a' }],
    ['/you/language', { language: 'en' }],
    ['/you/channels/apprise', { urls: 'gotify://host/token' }],
    ['/you/channels/apprise/test', {}],
    ['/you/channels/apprise/remove', {}],
    ['/sessions/end', { session_id: '999' }],
    ['/notices/dismiss', { notice_id: '1' }],
    ['/people/invitations', { parent: 'a' }],
    ['/people/parent', { email: 'alex@example.com', parent: 'a' }],
    ['/settings/absences/calendar', { calendar: 'family' }],
    ['/people/remove', { email: 'nobody@example.com' }],
    ['/sync', {}],
  ]
  for (const [path, valid] of forms)
    await holds(async () => {
      const answer = await browser.act(path, valid)
      t.ok(answer.statusCode < 400, `${path}: ${answer.statusCode}`)
      return answer
    })
  // No address may be called from here, so none is accepted.
  const address = ['/settings/absences/address', { address: 'https://localhost/a.ics' }] as const
  const cases = fc
    .constantFrom(...forms, address)
    .chain(([path, valid]) => oddForm(valid).map(form => ({ path, form })))
    // A person who ends their own session is signed out, as they asked.
    .filter(({ path, form }) => path !== '/sessions/end' || !isOwnSession(form['session_id'] ?? ''))
  await checkOdd(t, cases, ({ path, form }) => holds(() => browser.act(path, form)), {
    cases: 150,
  })
})

t.test('every address answers odd queries', async t => {
  const { browser, holds, ids } = await open(t)
  const pages = [
    ['/', 'month'],
    ['/', 'night'],
    ['/', 'since'],
    ['/history', 'before'],
    ['/history', 'night'],
    ['/statistics', 'order'],
    ['/statistics.csv', 'order'],
    ['/statistics', 'from'],
    ['/statistics.csv', 'to'],
    ['/settings', 'from'],
    ['/you', 'sessions'],
    ['/api/assignment-details', 'assignment_id'],
    ['/oauth/callback', 'state'],
    ['/oauth/callback', 'error'],
    ['/unsubscribe', 'token'],
    ['/api/tonight', 'x'],
    ['/api/nights', 'from'],
    ['/api/nights', 'to'],
    ['/api/balance', 'from'],
    ['/api/history', 'before'],
    ['/api/history', 'night'],
  ] as const
  const value = fc.oneof(oddText({ maxLength: 2_000, seeds: [...ids] }), oddDate(), oddNumberText())
  await checkOdd(
    t,
    fc.tuple(fc.constantFrom(...pages), value),
    ([[path, name], text]) =>
      holds(() => browser.get(`${path}?${new URLSearchParams({ [name]: text }).toString()}`)),
    { cases: 60 },
  )
})

t.test('the JSON endpoints answer odd JSON', async t => {
  const { browser, holds, ids, today } = await open(t)
  const valid = { assignment_id: Number(ids[0]), babysitter_name: 'Maria' }
  await checkOdd(
    t,
    oddJson(valid),
    bytes => holds(() => browser.json('/api/assignment-babysitter', bytes)),
    { cases: 60 },
  )
  const from = today.add({ days: 3 }).toString()
  for (const [path, body] of [
    [`/api/nights/${ids[0]}/note`, { note: 'Bath first', shared: true }],
    [`/api/nights/${ids[0]}/swap`, { with: Number(ids[1]) }],
    ['/api/absences', { parent: 'a', from, to: from, weekdays: [1], every_weeks: 2 }],
    ['/api/absence-calendars', { calendar: 'x' }],
  ] as const)
    await checkOdd(t, oddJson(body), bytes => holds(() => browser.json(path, bytes)), { cases: 15 })
  const settings = { settings: { share: 60, weekdayWeights: [1, 1], publish: true }, seen: 'x' }
  await checkOdd(
    t,
    oddJson(settings),
    bytes => holds(() => browser.json('/api/settings', bytes, 'application/json', 'PATCH')),
    { cases: 20 },
  )
  const devices = oddJson({ endpoint: 'https://push.example/1', keys: { p256dh: 'x', auth: 'y' } })
  await checkOdd(t, devices, bytes => holds(() => browser.json('/you/devices', bytes)), {
    cases: 20,
  })
})
