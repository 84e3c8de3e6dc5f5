import t from 'tap'
import { memoryCalendar } from '../memory-calendar.ts'
import { contract } from './contract.ts'

const hours = { dateTime: '2026-12-01T19:00:00Z' }
const dayAfter = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString()
const onDay = (date: string) => ({ start: { date }, end: { date: dayAfter(date) } })

for (const remembersRemoved of [true, false])
  for (const [rule, check] of Object.entries(contract)) {
    if (rule.startsWith('reads when the person is busy')) continue
    t.test(`a calendar in memory, ${remembersRemoved}: ${rule}`, async t => {
      const { calendar: port, calendarId, control } = memoryCalendar({ remembersRemoved })
      const edit = (id: string, change: Parameters<typeof control.editEvent>[2]) =>
        control.editEvent(calendarId, id, change)
      await check(t, {
        port,
        calendarId,
        isAtomic: true,
        person: {
          edit,
          move: (id, date) => edit(id, onDay(date)),
          giveHours: id => edit(id, { start: hours, end: hours }),
          repeat: id => edit(id, { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] }),
          remove: id => control.removeEvent(calendarId, id),
          create: (id, summary, date) =>
            control.createEvent(id, summary, Temporal.PlainDate.from(date)),
          removeCalendar: async () => {
            control.removeCalendar()
            return calendarId
          },
          locationOf: async id => (await control.events()).find(event => event.id === id)?.location,
        },
      })
    })
  }
