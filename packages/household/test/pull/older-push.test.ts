import { householdTransaction } from '@night-routine/database'
import { giveNight } from '@night-routine/household'
import t from 'tap'
import { by, nightOn } from '../changes/changing-household.ts'
import { livingCalendar } from './living-calendar.ts'

t.test('a wish that a pull read while a push was under way outlives a removal', async t => {
  const { calendar, db, edit, nights, pull, push, remove, settle } = await livingCalendar(t)
  const shown = await nights()
  const { id } = await nightOn(db, '2026-11-21')
  const to = shown[1]?.endsWith(' a') ? 'b' : 'a'
  await householdTransaction(db, trx => giveNight(trx, { id, to, ...by }))
  // Its numbers are others now, so its event is written; who does it is as before.
  const kept = (await nights()).slice(2).find(night => shown.includes(night)) ?? ''
  const [night = ''] = kept.split(' ')
  let began = false
  await push({
    calendar: {
      ...calendar,
      async updateEvent(calendarId, etag, draft) {
        if (draft.night.toString() === night && !began) {
          began = true
          await edit(night, { summary: '[Noor]' })
          t.match(await pull(), { verdicts: { babysitter: 1 } })
          await remove(night)
        }
        return calendar.updateEvent(calendarId, etag, draft)
      },
    },
  })
  t.ok(began)
  await settle()
  t.ok((await nights()).includes(`${night} Noor (locked)`))
})
