import { saveCalendar } from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import { checkOdd, oddCalendar } from '@night-routine/odd-input'
import { startXandikos, watchServer } from '@night-routine/servers/caldav'
import t, { type Test } from 'tap'
import { livingCalendarAt } from '../pull/living-calendar.ts'
import { now } from '../push/pushing.ts'
import { connectedServer, watchedRadicale } from './connected-server.ts'

const servers = {
  Radicale: watchedRadicale,
  async Xandikos(t: Test) {
    const server = await watchServer(await startXandikos(t.testdir()))
    t.teardown(() => server.stop())
    return server
  },
}

const day = 'DTSTART;VALUE=DATE:20261121'
/** What other clients store, where a server lets them. */
const foreign = [
  'DTSTART:20261121',
  'DTSTART:',
  'DTSTART;VALUE=DATE:20261301',
  `${day}\r\nDURATION:`,
  `${day}\r\nDURATION:P99999999999W`,
  `${day}\r\nRRULE:FREQ=SOMETIMES`,
  `${day}\r\nATTENDEE;CN="Foo:mailto:x@y.z`,
  `${day}\r\nLOCATION:a\u0001b`,
]

/** Radicale counts every recurrence of an event before it answers: a hundred million of them take it half an hour. */
const withFewRecurrences = (body: string) => body.replace(/COUNT=\d{5,}/, 'COUNT=9999')

/** Radicale repairs the day of an event as it stores it. */
const unreadable = { Radicale: [], Xandikos: ['event-unreadable 2026-11-22'] }

for (const name of ['Radicale', 'Xandikos'] as const)
  t.test(`odd events at ${name}`, async t => {
    const server = await servers[name](t)
    const { person } = server

    async function household(t: Test) {
      const living = await livingCalendarAt(db => connectedServer(server, db), t)
      const { calendarId, eventId } = living
      const bodyOf = async (night: string) =>
        (await person.find(calendarId, await eventId(night))).body
      const [edited, odd] = [await bodyOf('2026-11-21'), await bodyOf('2026-11-22')]
      /** False when the server refuses it. */
      const put = async (id: string, body: string) =>
        person.put(calendarId, `${id}.ics`, body).then(
          () => true,
          () => false,
        )
      return {
        ...living,
        odd,
        put,
        putOdd: async (body: string) => put(await eventId('2026-11-22'), body),
        give: async (who: string) =>
          put(await eventId('2026-11-21'), edited.replace(/SUMMARY:.*/, `SUMMARY:[${who}]`)),
      }
    }

    await t.test('foreign ones are skipped, ours are named and replaced', async t => {
      const { db, give, nights, notices, odd, pull, push, put, putOdd } = await household(t)
      for (const [index, lines] of foreign.entries())
        await put(
          `foreign-${index}`,
          `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VEVENT\r\nUID:foreign-${index}\r\nDTSTAMP:20261101T000000Z\r\nSUMMARY:Dentist\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
        )
      t.ok(await putOdd(odd.replace(/DTSTART.*/, 'DTSTART:20261122')))
      await give('Kim')
      await pull()
      t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
      t.same(await notices(), unreadable[name])
      await push()
      await pull()
      t.same(await notices(), [], 'it reads again')
      t.match(await pull({ at: now.add({ hours: 25 }) }), { everything: true, gone: 0 })

      t.ok(await putOdd(odd.replace(/DTSTART.*/, 'DTSTART:20261122')))
      const other = await person.makeCalendar(`other-${crypto.randomUUID().slice(0, 8)}`)
      await transaction(db, trx => saveCalendar(trx, { calendarId: other, calendarName: 'Other' }))
      await push()
      t.equal((await person.events(other)).length, (await nights()).length, 'another one fills')
    })

    await t.test('any of ours, and the edits beside it are followed', async t => {
      const { give, nights, odd, pull, push, putOdd } = await household(t)
      let even = false
      await checkOdd(
        t,
        oddCalendar(odd),
        async body => {
          even = !even
          await putOdd(withFewRecurrences(body))
          await give(even ? 'Kim' : 'Dana')
          await pull()
          await push()
          if (!(await nights()).includes(`2026-11-21 ${even ? 'Kim' : 'Dana'} (locked)`))
            throw new Error('the edit was not followed')
        },
        { cases: 8 },
      )
      await pull()
      await push()
      t.match(await pull({ at: now.add({ hours: 25 }) }), { everything: true })
    })
  })
