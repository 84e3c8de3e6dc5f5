import { readMirror, readWork, saveMirror } from '@night-routine/database'
import t from 'tap'
import { failure } from '../failure.ts'
import { plain } from '@night-routine/household/testing'
import { plan, plannedHousehold, unplan, visible } from './pushing.ts'

const routine = '🌃👶Routine'

async function historyOf(db: Awaited<ReturnType<typeof plannedHousehold>>['db']) {
  return (await db.selectFrom('history').select(['action', 'night']).orderBy('id').execute()).map(
    ({ action, night }) => `${action} ${night ?? ''}`,
  )
}

t.test('an event made just before a crash is adopted, not doubled', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 2 })
  await push()
  const [row] = await readMirror(db, 'family')
  if (row === undefined) throw new Error('nothing pushed')
  await saveMirror(db, { ...row, etag: null })
  t.same((await push()).calls, ['POST', 'GET'], 'refused as a duplicate, and found as wanted')
  t.same(plain((await readMirror(db, 'family'))[0]), plain(row))
  t.equal(visible(await control.events('family')).length, 2)
})

t.test('with the mirror lost, every event is found again and brought up to date', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 2 })
  await push()
  await db.deleteFrom('calendar_events').execute()
  await plan(db, ['b', 'b'])
  t.same((await push()).calls, ['POST', 'GET', 'PATCH', 'POST', 'GET'])
  t.same(visible(await control.events('family')), [
    `2026-11-20 [Robin] ${routine}`,
    `2026-11-21 [Robin] ${routine}`,
  ])
  t.match(await push(), { calls: [] })
})

t.test('an answer that never came is asked for, and the effect is found', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 2 })
  await control.drop({ method: 'POST', path: 'events', when: 'after', count: 1 })
  t.match(await failure(push()), { class: 'retry' })
  t.equal((await control.events('family')).length, 1)
  t.same((await push()).calls, ['POST', 'GET', 'POST'])
  await plan(db, ['b', 'b'])
  await control.drop({ method: 'PATCH', path: 'events', when: 'after', count: 1 })
  t.match(await failure(push()), { class: 'retry' })
  t.same((await push()).calls, ['PATCH', 'GET'], 'our own write is told from an edit')
  t.match(await push(), { calls: [] })
  t.equal(visible(await control.events('family')).length, 2)
})

t.test('an edit by a person is never overwritten before somebody judged it', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 2 })
  await push()
  const [row] = await readMirror(db, 'family')
  await control.editEvent('family', row?.eventId ?? '', { summary: '[Grandma]' })
  await plan(db, ['b', 'a'])
  t.match(await push(), { calls: ['PATCH', 'GET', 'PATCH'], left: ['2026-11-20'] })
  t.same(visible(await control.events('family')), [
    '2026-11-20 [Grandma]',
    `2026-11-21 [Alex] ${routine}`,
  ])
  t.match(await readWork(db), [{ kind: 'pull', requestNumber: 1n }], 'a pull is asked for')
  t.match(await push(), { calls: ['PATCH', 'GET'], left: ['2026-11-20'] })
  await unplan(db, 0)
  t.match(await push(), { calls: ['DELETE', 'GET'] }, 'also when nobody is planned for it any more')
  t.same(plain((await readMirror(db, 'family'))[0]), plain(row), 'all that is known stays known')
})

t.test('an edit that was judged while a push began is for the next push', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 1 })
  await push()
  const [row] = await readMirror(db, 'family')
  if (row === undefined) throw new Error('nothing pushed')
  const { etag } = await control.editEvent('family', row.eventId, { summary: '[Grandma]' })
  await plan(db, ['b'])
  let calls = 0
  const judged = async () => {
    calls += 1
    if (calls === 2)
      await saveMirror(db, { ...row, etag, judgedMeaning: 'words', state: 'adopted' })
  }
  t.match(await push({ guard: () => void judged() }), { left: ['2026-11-20'] })
  t.match(await readWork(db), [{ kind: 'push', requestNumber: 1n }])
  t.match(await push(), { calls: ['PATCH'], left: [] })
  t.same(visible(await control.events('family')), [`2026-11-20 [Robin] ${routine}`])
})

t.test('what a push learned too late does not cover what was judged meanwhile', async t => {
  const { db, push, calendar } = await plannedHousehold(t, { nights: 1 })
  await push()
  const [row] = await readMirror(db, 'family')
  if (row === undefined) throw new Error('nothing pushed')
  await plan(db, ['b'])
  const judged = { ...row, etag: '"of a person"', state: 'adopted' } as const
  await push({
    calendar: {
      ...calendar,
      async updateEvent(...words) {
        const remote = await calendar.updateEvent(...words)
        await saveMirror(db, judged)
        return remote
      },
    },
  })
  t.same(plain(await readMirror(db, 'family')), [plain(judged)])
})

t.test('an edit made where the mirror knows nothing of the event is left, too', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 1 })
  await push()
  const [row] = await readMirror(db, 'family')
  await db.deleteFrom('calendar_events').execute()
  await control.editEvent('family', row?.eventId ?? '', { summary: '[Grandma]' })
  t.match(await push(), { calls: ['POST', 'GET'], left: ['2026-11-20'] })
  t.match(await push(), { calls: [] })
})

t.test('what belongs to the family in an event survives our writes', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 1 })
  await push()
  const [row] = await readMirror(db, 'family')
  await control.editEvent('family', row?.eventId ?? '', { location: 'Upstairs' })
  await plan(db, ['b'])
  t.match(await push(), { calls: ['PATCH', 'GET', 'PATCH'], left: [] })
  t.match(await control.events('family'), [{ summary: `[Robin] ${routine}`, location: 'Upstairs' }])
})

t.test('an event that a person removed is judged before it comes back', async t => {
  for (const refuse of [false, true]) {
    const { db, control, push } = await plannedHousehold(t, { nights: 1 })
    await push()
    const [row] = await readMirror(db, 'family')
    if (row === undefined) throw new Error('nothing pushed')
    await control.removeEvent('family', row.eventId)
    await control.refuseUndelete(refuse)
    await plan(db, ['b'])
    t.match(await push(), { calls: ['PATCH', 'GET'], left: ['2026-11-20'] })
    t.match(await readWork(db), [{ kind: 'pull', requestNumber: 1n }])

    // As a pull notes it.
    const [{ etag } = row] = await control.events('family')
    await saveMirror(db, { ...row, etag, state: 'deleted' })
    await push()
    t.same(visible(await control.events('family')), [`2026-11-20 [Robin] ${routine}`])
    t.match(await readMirror(db, 'family'), [{ generation: refuse ? 1 : 0, state: 'present' }])
    t.same(await historyOf(db), ['event-restored 2026-11-20'])
    t.match(await push(), { calls: [] })
  }
})

t.test('an event that is removed already needs no removing', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 1 })
  await push()
  const [row] = await readMirror(db, 'family')
  await control.removeEvent('family', row?.eventId ?? '')
  await unplan(db, 0)
  await push()
  t.match(await readMirror(db, 'family'), [{ state: 'removed' }])
  t.match(await push(), { calls: [] })
})

t.test(
  'an event that is said to be removed is looked for: a write may have brought it back',
  async t => {
    const { db, control, push } = await plannedHousehold(t, { nights: 1 })
    await push()
    const [row] = await readMirror(db, 'family')
    if (row === undefined) throw new Error('nothing pushed')
    await saveMirror(db, { ...row, etag: '"of the removal"', state: 'deleted' })
    await unplan(db, 0)
    t.same((await push()).calls, ['GET', 'DELETE'])
    t.same(visible(await control.events('family')), [])
  },
)

t.test('an announced event that nobody wants any more is looked for and removed', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 2 })
  await push()
  for (const row of await readMirror(db, 'family')) await saveMirror(db, { ...row, etag: null })
  await unplan(db, 0, 1)
  t.same((await push()).calls, ['GET', 'DELETE', 'GET', 'DELETE'])
  t.same(visible(await control.events('family')), [])
})

t.test('a failure in the middle leaves what was done, and the next push does the rest', async t => {
  const { control, push } = await plannedHousehold(t, { nights: 6 })
  await push({ maxCalls: 3 })
  await control.fail({ method: 'POST', path: 'events', status: 503, count: 1 })
  t.match(await failure(push()), { class: 'retry', reason: 'unavailable' })
  t.same((await push()).calls, ['POST', 'POST', 'POST'])
  t.equal(visible(await control.events('family')).length, 6)
})
