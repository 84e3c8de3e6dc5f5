import { householdTransaction } from '@night-routine/database/connection'
import { readHistory } from '@night-routine/database/nights'
import t, { type Test } from 'tap'
import type { Browser } from './browser.ts'
import { formIn } from './household/settings/settings-page.ts'
import { plannedHousehold } from './planned-household.ts'

type Answer = Awaited<ReturnType<Browser['get']>>

const twenty = Array.from({ length: 20 }, (_, index) => index)

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

t.test('twenty requests at once', async t => {
  const { db, alex, nights, mine, stored } = await plannedHousehold(t)
  const book = (name: string) =>
    alex.json(
      '/api/assignment-babysitter',
      JSON.stringify({ assignment_id: Number(mine.id), babysitter_name: name }),
    )

  await t.test('while another service holds the plan, each of them says so', async t => {
    const [release, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = householdTransaction(db, async () => {
      held.resolve()
      await release.promise
    })
    await held.promise
    const answers = Promise.all(twenty.map(() => book('Maria')))
    t.equal((await alex.get('/')).statusCode, 200, 'pages still load')
    for (const { statusCode, headers, body } of await answers) {
      t.equal(statusCode, 503)
      t.equal(headers['retry-after'], '5')
      t.match(body, 'Someone else is changing the plan right now, so nothing was saved.')
    }
    release.resolve()
    await holder
    t.match(await stored(mine), { caregiver: 'a' })
  })

  await t.test('of one night: every success is on record, and nothing else', async t => {
    const count = served(t, await Promise.all(twenty.map(index => book(`Sitter ${index}`))), 200)
    t.ok(count > 0)
    const entries = await readHistory(db, { limit: 200 })
    const booked = entries.filter(({ action }) => action === 'babysitter-booked')
    t.equal(booked.length, count)
    t.equal((await stored(mine))?.babysitter?.name, booked[0]?.after?.babysitterName)
  })

  await t.test('of each kind: each is served or refused; of one page, one is saved', async t => {
    const all = await nights()
    const id = (index: number) => String(all[index % 20]?.id)
    const posts = (i: number) => [
      alex.post('/nights/swap', { assignment_id: id(i), other_id: id(i + 1) }),
      alex.post('/nights/unlock', { assignment_id: id(i) }),
      alex.post('/calendars/select', { calendar_id: 'family' }),
    ]
    const answers = await Promise.all(twenty.slice(0, 7).flatMap(posts))
    const others = answers.filter(({ statusCode }) => statusCode !== 400 && statusCode !== 409)
    served(t, others, 302)
    const page = (await alex.get('/settings')).body
    const save = (index: number) =>
      alex.post('/settings', formIn(page, { step: 'save', 'parents.b.name': `Kim ${index}` }))
    const saves = await Promise.all(twenty.map(save))
    const kept = saves.filter(({ statusCode }) => statusCode !== 409)
    t.equal(served(t, kept, 302), 1)
    t.ok(kept.length < saves.length)
  })
})
