import { householdTransaction } from '@night-routine/database/connection'
import { readHistory, readNights } from '@night-routine/database/nights'
import t, { type Test } from 'tap'
import { sync } from '../src/nights/home/sync.ts'
import { Browser } from './browser.ts'
import { alex, noWakes } from './demo-household.ts'
import { formIn } from './household/settings/settings-page.ts'
import { runWeb } from './running-web.ts'

type Answer = Awaited<ReturnType<Browser['get']>>

async function open(t: Test) {
  const web = await runWeb(t)
  const { db, clock } = web
  await sync({ db, lockingDb: db, clock, wake: noWakes }, alex)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const today = clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate()
  const nights = () => readNights(db, today, today.add({ days: 60 }))
  const book = (id: bigint | undefined, name: string) =>
    browser.json(
      '/api/assignment-babysitter',
      `{"assignment_id":${id},"babysitter_name":${JSON.stringify(name)}}`,
    )
  return { web, browser, book, nights }
}

const forty = Array.from({ length: 40 }, (_, index) => index)

/** Success, or "busy, try again": a slow machine may not serve all in time. */
function served(t: Test, answers: readonly Answer[], success: number) {
  for (const { statusCode, headers, body } of answers) {
    t.notMatch(body, 'database', 'the database is there')
    if (statusCode === success) continue
    t.equal(statusCode, 503, body)
    t.match(headers['retry-after'], /^\d+$/)
    t.match(body, /Someone else is changing the plan|taking too long/)
  }
  return answers.filter(({ statusCode }) => statusCode === success).length
}

t.test('forty bookings at once, of one night and of all nights', async t => {
  const { web, book, nights } = await open(t)
  const all = await nights()
  const one = all[3]
  const booked = await Promise.all(forty.map(index => book(one?.id, `Sitter ${index}`)))
  const count = served(t, booked, 200)
  t.ok(count > 0)
  const history = await readHistory(web.db, { limit: 200 })
  t.equal(
    history.filter(({ action }) => action === 'babysitter-booked').length,
    count,
    'every success is on record, and nothing else',
  )
  const [last] = history.filter(({ action }) => action === 'babysitter-booked')
  const stored = (await nights()).find(({ id }) => id === one?.id)
  t.equal(stored?.babysitter?.name, last?.after?.babysitterName)

  const each = await Promise.all(all.slice(0, 30).map(({ id }) => book(id, 'Maria')))
  t.ok(served(t, each, 200) > 0)
})

t.test('forty forms of each kind at once', async t => {
  const { browser, nights } = await open(t)
  const all = await nights()
  const id = (index: number) => String(all[index % 20]?.id)
  const forms: [name: string, post: (index: number) => Promise<Answer>][] = [
    ['give', i => browser.post('/nights/give', { assignment_id: id(i), to: i % 2 ? 'a' : 'b' })],
    ['swap', i => browser.post('/nights/swap', { assignment_id: id(i), other_id: id(i + 1) })],
    ['unlock', i => browser.post('/nights/unlock', { assignment_id: id(i) })],
    ['select', () => browser.post('/calendars/select', { calendar_id: 'family' })],
    ['sync', () => browser.post('/sync')],
  ]
  for (const [name, post] of forms) {
    const answers = await Promise.all(forty.map(post))
    const refused = answers.filter(({ statusCode }) => statusCode === 400 || statusCode === 409)
    const others = answers.filter(answer => !refused.includes(answer))
    const count = served(t, others, 302)
    t.ok(count + refused.length > 0, name)
  }
  // One page, saved by forty: one is stored, the others read that the settings have changed.
  const page = (await browser.get('/settings')).body
  const save = (index: number) =>
    browser.post('/settings', formIn(page, { step: 'save', 'parents.b.name': `Kim ${index}` }))
  const saves = await Promise.all(forty.map(save))
  const late = saves.filter(({ statusCode }) => statusCode === 409)
  const stored = served(
    t,
    saves.filter(answer => !late.includes(answer)),
    302,
  )
  t.equal(stored, 1)
  t.ok(late.length > 0)
})

t.test('while another service holds the plan, every request says so', async t => {
  const { web, browser, book, nights } = await open(t)
  const [night] = await nights()
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = householdTransaction(web.db, async () => {
    held.resolve()
    await release.promise
  })
  await held.promise
  const answers = Promise.all(forty.map(() => book(night?.id, 'Maria')))
  t.equal((await browser.get('/')).statusCode, 200, 'pages still load')
  for (const { statusCode, headers, body } of await answers) {
    t.equal(statusCode, 503)
    t.equal(headers['retry-after'], '5')
    t.match(body, 'Someone else is changing the plan right now, so nothing was saved.')
  }
  release.resolve()
  await holder
  const stored = (await nights()).find(({ id }) => id === night?.id)
  t.not(stored?.caregiver, 'babysitter')
  t.equal((await book(night?.id, 'Maria')).statusCode, 200)
})
