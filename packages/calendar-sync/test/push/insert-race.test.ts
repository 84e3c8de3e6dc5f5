import { readCalendarEvents, saveCalendarEvents } from '@night-routine/database/calendar'
import { readJobRequests } from '@night-routine/database/jobs'
import { plain } from '@night-routine/testing/household'
import t from 'tap'
import { plan, plannedHousehold, visible } from './pushing.ts'
import { sameParts } from '../same-parts.ts'

const routine = '🌃👶Routine'

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
