import { readCalendarEvents, saveCalendarEvents } from '@night-routine/database/calendar'
import { readJobRequests } from '@night-routine/database/jobs'
import t from 'tap'
import { failure } from '../failure.ts'
import { plain } from '@night-routine/testing/household'
import { plan, plannedHousehold, unplan, visible } from './pushing.ts'
import { sameParts } from '../same-parts.ts'

const routine = '🌃👶Routine'

async function historyOf(db: Awaited<ReturnType<typeof plannedHousehold>>['db']) {
  return (await db.selectFrom('history').select(['action', 'night']).orderBy('id').execute()).map(
    ({ action, night }) => `${action} ${night?.toString() ?? ''}`,
  )
}

t.test('recognizes an event inserted just before a crash', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 2 })
  await push()
  const [row] = await readCalendarEvents(db, 'family')
  if (row === undefined) throw new Error('nothing pushed')
  await saveCalendarEvents(db, { ...row, etag: null })
  t.same((await push()).calls, ['POST', 'GET'], 'refused as a duplicate, then read and recognized')
  t.same(plain((await readCalendarEvents(db, 'family'))[0]), plain(row))
  t.equal(visible(await control.events('family')).length, 2)
})

t.test('finds and updates every event after our records were lost', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 2 })
  await push()
  await db.deleteFrom('calendar_events').execute()
  await plan(db, ['b', 'b'])
  t.same((await push()).calls, ['POST', 'GET', 'PATCH', 'POST', 'GET'])
  t.same(visible(await control.events('family')), [
    `2026-11-20 [Robin] ${routine}`,
    `2026-11-21 [Robin] ${routine}`,
  ])
  sameParts(t, await push(), { calls: [] })
})

t.test('finds the effect of a write whose response was lost', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 2 })
  await control.drop({ method: 'POST', path: 'events', when: 'after', count: 1 })
  t.match(await failure(push()), { class: 'retry' })
  t.equal((await control.events('family')).length, 2, 'the other night is written')
  t.same((await push()).calls, ['POST', 'GET'])
  await plan(db, ['b', 'b'])
  await control.drop({ method: 'PATCH', path: 'events', when: 'after', count: 1 })
  t.match(await failure(push()), { class: 'retry' })
  t.same((await push()).calls, ['PATCH', 'GET'], 'recognized as our own write')
  sameParts(t, await push(), { calls: [] })
  t.equal(visible(await control.events('family')).length, 2)
})

t.test('never overwrites an edit that was not judged', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 2 })
  await push()
  const [row] = await readCalendarEvents(db, 'family')
  await control.editEvent('family', row?.eventId ?? '', { summary: '[Grandma]' })
  await plan(db, ['b', 'a'])
  sameParts(t, await push(), { calls: ['PATCH', 'GET', 'PATCH'], skipped: ['2026-11-20'] })
  t.same(visible(await control.events('family')), [
    '2026-11-20 [Grandma]',
    `2026-11-21 [Alex] ${routine}`,
  ])
  t.match(await readJobRequests(db), [{ kind: 'pull', requestNumber: 1n }], 'a pull is requested')
  sameParts(t, await push(), { calls: ['PATCH', 'GET'], skipped: ['2026-11-20'] })
  await unplan(db, 0)
  sameParts(t, await push(), { calls: ['DELETE', 'GET'] }, 'even when the night left the plan')
  const kept = { ...row, state: 'removing' }
  t.same(plain((await readCalendarEvents(db, 'family'))[0]), plain(kept), 'nothing known is lost')
})

t.test('leaves an edit that was judged during the push to the next one', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 1 })
  await push()
  const [row] = await readCalendarEvents(db, 'family')
  if (row === undefined) throw new Error('nothing pushed')
  const { etag } = await control.editEvent('family', row.eventId, { summary: '[Grandma]' })
  await plan(db, ['b'])
  let calls = 0
  const judged = async () => {
    calls += 1
    if (calls === 2)
      await saveCalendarEvents(db, { ...row, etag, judgedMeaning: 'a text', state: 'adopted' })
  }
  sameParts(t, await push({ guard: () => void judged() }), { skipped: ['2026-11-20'] })
  t.match(await readJobRequests(db), [{ kind: 'push', requestNumber: 1n }])
  sameParts(t, await push(), { calls: ['PATCH'], skipped: [] })
  t.same(visible(await control.events('family')), [`2026-11-20 [Robin] ${routine}`])
})

t.test('a late response does not overwrite what was judged meanwhile', async t => {
  const { db, push, calendar } = await plannedHousehold(t, { nights: 1 })
  await push()
  const [row] = await readCalendarEvents(db, 'family')
  if (row === undefined) throw new Error('nothing pushed')
  await plan(db, ['b'])
  const judged = { ...row, etag: '"of a person"', state: 'adopted' } as const
  await push({
    calendar: {
      ...calendar,
      async updateEvent(...args) {
        const remote = await calendar.updateEvent(...args)
        await saveCalendarEvents(db, judged)
        return remote
      },
    },
  })
  t.same(plain(await readCalendarEvents(db, 'family')), [plain(judged)])
})

t.test('leaves an edit of an event that we had no record of', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 1 })
  await push()
  const [row] = await readCalendarEvents(db, 'family')
  await db.deleteFrom('calendar_events').execute()
  await control.editEvent('family', row?.eventId ?? '', { summary: '[Grandma]' })
  for (const when of ['at first', 'and until a pull has judged it'])
    sameParts(t, await push(), { calls: ['POST', 'GET'], skipped: ['2026-11-20'] }, when)
  t.same(visible(await control.events('family')), ['2026-11-20 [Grandma]'])
})

t.test('restores a removed event only after the removal was judged', async t => {
  for (const refuse of [false, true]) {
    const { db, control, push } = await plannedHousehold(t, { nights: 1 })
    await push()
    const [row] = await readCalendarEvents(db, 'family')
    if (row === undefined) throw new Error('nothing pushed')
    await control.removeEvent('family', row.eventId)
    await control.refuseUndelete(refuse)
    await plan(db, ['b'])
    sameParts(t, await push(), { calls: ['PATCH', 'GET'], skipped: ['2026-11-20'] })
    t.match(await readJobRequests(db), [{ kind: 'pull', requestNumber: 1n }])

    // As a pull records it.
    const [{ etag } = row] = await control.events('family')
    await saveCalendarEvents(db, { ...row, etag, state: 'deleted' })
    await push()
    t.same(visible(await control.events('family')), [`2026-11-20 [Robin] ${routine}`])
    t.match(await readCalendarEvents(db, 'family'), [
      { generation: refuse ? 1 : 0, state: 'present' },
    ])
    t.same(await historyOf(db), ['event-restored 2026-11-20'])
    sameParts(t, await push(), { calls: [] })
  }
})

t.test('does not remove an event twice', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 1 })
  await push()
  const [row] = await readCalendarEvents(db, 'family')
  await control.removeEvent('family', row?.eventId ?? '')
  await unplan(db, 0)
  await push()
  t.match(await readCalendarEvents(db, 'family'), [{ state: 'removed' }])
  sameParts(t, await push(), { calls: [] })
})

t.test('checks a removed event, because a write may have restored it', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 1 })
  await push()
  const [row] = await readCalendarEvents(db, 'family')
  if (row === undefined) throw new Error('nothing pushed')
  await saveCalendarEvents(db, { ...row, etag: '"of the removal"', state: 'deleted' })
  await unplan(db, 0)
  t.same((await push()).calls, ['GET', 'DELETE'])
  t.same(visible(await control.events('family')), [])
})

t.test('removes an unconfirmed event that is no longer planned', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 2 })
  await push()
  for (const row of await readCalendarEvents(db, 'family'))
    await saveCalendarEvents(db, { ...row, etag: null })
  await unplan(db, 0, 1)
  t.same((await push()).calls, ['GET', 'DELETE', 'GET', 'DELETE'])
  t.same(visible(await control.events('family')), [])
})

t.test('an insert does not overwrite what was judged during the push', async t => {
  const { db, control, push, calendar } = await plannedHousehold(t, { nights: 2 })
  await push()
  const [, row] = await readCalendarEvents(db, 'family')
  if (row === undefined) throw new Error('nothing pushed')
  // The answer to its insert was lost, and a person edited it since.
  await saveCalendarEvents(db, { ...row, etag: null })
  const { etag } = await control.editEvent('family', row.eventId, { summary: 'Bedtime' })
  await plan(db, ['b', 'b'])
  const judged = { ...row, etag, judgedMeaning: 'a text', state: 'rejected' } as const
  const outcome = await push({
    calendar: {
      ...calendar,
      async updateEvent(...args) {
        await saveCalendarEvents(db, judged)
        return calendar.updateEvent(...args)
      },
    },
  })
  sameParts(t, outcome, { skipped: ['2026-11-21'] })
  t.same(plain((await readCalendarEvents(db, 'family'))[1]), plain(judged))
  t.match(await readJobRequests(db), [{ kind: 'push', requestNumber: 1n }])
  sameParts(t, await push(), { skipped: [] })
  t.same(visible(await control.events('family')), [
    `2026-11-20 [Robin] ${routine}`,
    `2026-11-21 [Robin] ${routine}`,
  ])
})
