import t from 'tap'
import { calendarOf, emulatorFor } from '../emulator.ts'

const email = 'alex@example.com'
const family = 'family'

t.test('lists the calendars with their access', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  const calendars = await calendar.listCalendars()
  t.same(
    calendars.toSorted((one, two) => (one.id < two.id ? -1 : 1)),
    [
      { id: email, name: 'Alex', writable: true, primary: true, timeZone: 'Europe/London' },
      {
        id: 'en.uk#holiday@group.v.calendar.google.com',
        name: 'Holidays',
        writable: false,
        primary: false,
        timeZone: 'Europe/London',
      },
      { id: family, name: 'Family', writable: true, primary: false, timeZone: 'Europe/London' },
    ],
  )
})

t.test('lists calendars across pages', async t => {
  const emulator = await emulatorFor(t)
  const roles = { [email]: 'writer' } as const
  for (let number = 0; number < 7; number += 1) {
    await emulator.control.saveCalendar({ id: `c${number}`, summary: `C${number}`, roles })
  }
  await emulator.control.limitPages({ size: 3, emptyFirst: true })
  const calendar = await calendarOf(emulator, email)
  const calendars = await calendar.listCalendars()
  t.equal(calendars.length, 10)
  t.equal(new Set(calendars.map(({ id }) => id)).size, 10)
})

t.test('a calendar shared with “Make changes to events” is writable', async t => {
  const emulator = await emulatorFor(t)
  const roles = { [email]: 'writerWithoutPrivateAccess' } as const
  await emulator.control.saveCalendar({ id: family, summary: 'Family', roles })
  const calendars = await (await calendarOf(emulator, email)).listCalendars()
  t.match(
    calendars.find(({ id }) => id === family),
    { writable: true, hidesPrivate: true },
  )
})
