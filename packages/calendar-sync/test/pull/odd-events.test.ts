import { CalendarError, type CalendarPort } from '@night-routine/calendar'
import { readHistory } from '@night-routine/database/nights'
import { checkOdd, oddText } from '@night-routine/odd-input'
import t from 'tap'
import { failure } from '../failure.ts'
import { now } from '../push/pushing.ts'
import { livingCalendar, routine } from './living-calendar.ts'

t.test('any title or description leaves the database whole', async t => {
  const { edit, nights, pull, push } = await livingCalendar(t)
  let even = false
  const text = oddText({ maxLength: 8_000, seeds: ['[Kim]', '#night'] })
  await checkOdd(
    t,
    text,
    async odd => {
      even = !even
      const name = even ? 'Dana' : 'Alex'
      await edit('2026-11-22', { summary: odd, description: odd })
      await edit('2026-11-23', { summary: `[${name}]` })
      await pull()
      await push()
      const shown = even ? '2026-11-23 Dana (locked)' : '2026-11-23 a (locked)'
      if (!(await nights()).includes(shown)) throw new Error('the edit was not followed')
    },
    { cases: 25 },
  )
})

/** The calendar in which the event of this id cannot be read. */
function withUnreadable(calendar: CalendarPort, eventId: () => string): CalendarPort {
  const odd = <Event extends { eventId: string } | null>(event: Event): Event =>
    event?.eventId === eventId()
      ? {
          ...event,
          summary: '',
          description: '',
          startDate: null,
          endDate: null,
          properties: {},
          unreadable: true,
        }
      : event
  return {
    ...calendar,
    getEvent: async (...given) => odd(await calendar.getEvent(...given)),
    listChanges: async (...given) => {
      const { events, ...rest } = await calendar.listChanges(...given)
      return { ...rest, events: events.map(odd) }
    },
    listOurEvents: async (...given) => (await calendar.listOurEvents(...given)).map(odd),
  }
}

t.test('an event of ours that cannot be read is named and replaced', async t => {
  const living = await livingCalendar(t)
  const { calendar, db, edit, eventId, events, history, nights, notices, pull, push } = living
  let broken = await eventId('2026-11-22')
  const odd = withUnreadable(calendar, () => broken)
  await edit('2026-11-22', { summary: 'x', description: 'Granny is coming.' })
  await edit('2026-11-21', { summary: '[Kim]' })
  t.match(await pull({ calendar: odd }), { verdicts: { restore: 1, babysitter: 1 } })
  t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
  t.notOk((await nights()).some(night => /2026-11-22.*locked/.test(night)))
  t.same(await notices(), ['event-unreadable 2026-11-22'])
  t.ok((await history()).includes('edit-rejected 2026-11-22'))
  t.match(
    (await readHistory(db, { limit: 100 })).find(({ action }) => action === 'edit-rejected'),
    {
      after: { because: 'event-unreadable' },
    },
  )

  await pull({ calendar: odd, at: now.add({ hours: 25 }) })
  t.same(await notices(), ['event-unreadable 2026-11-22'], 'a full read says it once')
  broken = ''
  await push()
  await pull()
  t.same(await notices(), [], 'it reads again')
  t.ok((await events()).some(event => event.startsWith('2026-11-22 [') && event.endsWith(routine)))
})

t.test('a full read continues after an event at which the server fails', async t => {
  const { calendar, edit, eventId, nights, notices, pull } = await livingCalendar(t)
  const [one, other] = [await eventId('2026-11-22'), await eventId('2026-11-24')]
  const hides = (...hidden: string[]): CalendarPort => ({
    ...calendar,
    remembersRemoved: false,
    listOurEvents: async (...given) =>
      (await calendar.listOurEvents(...given)).filter(event => !hidden.includes(event.eventId)),
    async getEvent(calendarId, id) {
      if (hidden.includes(id)) throw new CalendarError('unavailable', { detail: '500' })
      return calendar.getEvent(calendarId, id)
    },
  })
  await edit('2026-11-21', { summary: '[Kim]' })
  const at = now.add({ hours: 25 })
  t.match(await pull({ calendar: hides(one), at }), { everything: true, gone: 0 })
  t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
  t.same(await notices(), ['event-unreadable 2026-11-22'])
  const later = at.add({ hours: 25 })
  t.match(await failure(pull({ calendar: hides(one, other), at: later })), {
    reason: 'unavailable',
  })
  await pull({ at: at.add({ hours: 26 }) })
  t.same(await notices(), [], 'a full read that has it closes the notice')
})
