import { readHistory, readNights } from '@night-routine/database/nights'
import { waitFor } from '@night-routine/servers'
import { calendarPerson } from '@night-routine/servers/caldav'
import type { CalendarApp } from '@night-routine/servers/calendar-apps'
import type { Test } from 'tap'
import { composedAt, visitorOf } from './composed-at.ts'
import { ownCalendarOf } from './own-calendar-of.ts'

const today = Temporal.Now.plainDateISO('Europe/Paris')

/** Lets each app list, move, remove, add and retitle events of the own calendar; the plan follows as with Google. */
export async function checkApps(t: Test, apps: Record<string, CalendarApp>): Promise<void> {
  const home = await composedAt(t, { settings: { CALENDAR: 'own' } })
  await home.ready()
  const visitor = await visitorOf(home)
  await home.quiet()
  const account = await ownCalendarOf(home, visitor)
  const events = async () => calendarPerson(account).events(account.calendarId)
  const on = async (day: Temporal.PlainDate) =>
    (await events()).find(({ id, start }) => id.startsWith('nr') && start.date === String(day))

  let ahead = 3
  for (const [name, app] of Object.entries(apps))
    await t.test(name, async t => {
      const days = [0, 1, 2].map(more => today.add({ days: ahead + more }))
      ahead += 3
      const [moved, removed, retitled] = await Promise.all(days.map(on))
      const [movedDay = today, removedDay = today, retitledDay = today] = days
      if (!moved || !removed || !retitled) throw new Error('no events')
      const to = retitled.summary.includes('Alex') ? 'Robin' : 'Alex'
      const title = retitled.summary.replace(/Alex|Robin/, to)
      const own = `Dentist ${name}`
      const linesBefore = home.lines.length
      const titles = await app(account, {
        move: { id: moved.id, date: String(movedDay.add({ days: 20 })) },
        remove: removed.id,
        add: { title: own, date: String(movedDay) },
        retitle: { id: retitled.id, title },
      })
      t.ok(titles.filter(one => /Alex|Robin/.test(one)).length >= 30, 'it lists the nights')
      await waitFor('the night of the new title to follow', async () => {
        const [night] = await readNights(home.db, retitledDay, retitledDay)
        return night?.override && night.caregiver === (to === 'Alex' ? 'a' : 'b')
      })
      await waitFor('the moved and the removed event to come back', async () => {
        const back = await Promise.all([on(movedDay), on(removedDay)])
        return back.every(event => event && ![moved.etag, removed.etag].includes(event.etag))
      })
      const removals = home.lines.slice(linesBefore).filter(line => line.includes('"DELETE"'))
      t.equal(removals.length, 1)
      t.match(removals[0], '"status":204')
      const rejected = (await readHistory(home.db, { limit: 100 })).filter(
        ({ action, night }) => action === 'edit-rejected' && night?.equals(movedDay),
      )
      t.match(rejected, [{ after: { because: 'moved' } }], 'a moved event says nothing')
      await home.quiet()
      t.match(
        (await events()).filter(({ summary }) => summary === own),
        [{ start: { date: String(movedDay) } }],
        'an event of their own stays',
      )
    })
}
