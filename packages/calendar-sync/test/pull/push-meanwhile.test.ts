import { householdTransaction, type Database } from '@night-routine/database/connection'
import { giveNight } from '@night-routine/household'
import t from 'tap'
import { by, nightOn } from '@night-routine/testing/household'
import { livingCalendar } from './living-calendar.ts'
import { meanwhile } from './meanwhile.ts'
import { sameParts } from '../same-parts.ts'

/** Gives a night to a parent on a page. */
async function give(db: Database, night: string, to: 'a' | 'b') {
  const { id } = await nightOn(db, night)
  await householdTransaction(db, trx => giveNight(trx, { id, to, ...by }))
}

t.test('an edit that a pull read during a push survives a removal', async t => {
  const { calendar, db, edit, nights, pull, push, remove, waitUntilIdle } = await livingCalendar(t)
  const shown = await nights()
  await give(db, '2026-11-21', shown[1]?.endsWith(' a') ? 'b' : 'a')
  // Its numbers have changed, so its event is written; its caregiver is the same.
  const kept = (await nights()).slice(2).find(night => shown.includes(night)) ?? ''
  const [night = ''] = kept.split(' ')
  let started = false
  await push({
    calendar: {
      ...calendar,
      async updateEvent(calendarId, etag, draft) {
        if (draft.night.toString() === night && !started) {
          started = true
          await edit(night, { summary: '[Noor]' })
          t.match(await pull(), { verdicts: { babysitter: 1 } })
          await remove(night)
        }
        return calendar.updateEvent(calendarId, etag, draft)
      },
    },
  })
  t.ok(started)
  await waitUntilIdle()
  t.ok((await nights()).includes(`${night} Noor (locked)`))
})

t.test('does not judge a version that a push has overwritten', async t => {
  const { calendar, control, db, edit, history, nights, pull, push, requested, waitUntilIdle } =
    await livingCalendar(t)
  await edit('2026-11-25', { summary: '' })
  t.match(await pull(), { verdicts: { restore: 1 } })
  await control.expireSyncTokens()
  const pulls = await requested('pull')
  sameParts(t, await pull({ calendar: meanwhile(calendar, push) }), { verdicts: {} })
  t.equal(await requested('pull'), pulls + 1, 'another pull is requested')
  await give(db, '2026-11-25', 'a')
  await waitUntilIdle()
  t.ok((await nights()).includes('2026-11-25 a (locked)'), 'our text was not taken for an edit')
  t.same(await history(), ['edit-rejected 2026-11-25', 'night-given 2026-11-25'])
})
