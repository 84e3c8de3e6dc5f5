import { failure } from '../failure.ts'
import { draftOf, plain, type Rule } from './subject.ts'

const night = '2026-12-01'

/** How single events are read and written. */
export const events: Record<string, Rule> = {
  'lists the calendar, and whether it is writable': async (t, { port, calendarId }) => {
    const found = (await port.listCalendars()).find(({ id }) => id === calendarId)
    t.match(found, { id: calendarId, name: String, writable: true, primary: Boolean })
  },

  'makes a calendar that can be written, if it offers that': async (t, { port }) => {
    if (port.createCalendar === undefined) return
    const made = await port.createCalendar({ name: 'Night Routine “Soirées”' })
    t.match(made, { name: 'Night Routine “Soirées”', writable: true })
    await port.insertEvent(made.id, draftOf(made.id, night))
    t.ok((await port.listCalendars()).some(({ id }) => id === made.id))
  },

  'returns an inserted event as it reads it later': async (t, { port, calendarId }) => {
    const draft = draftOf(calendarId, night)
    t.equal(await port.getEvent(calendarId, draft.eventId), null)
    const inserted = await port.insertEvent(calendarId, draft)
    t.same(plain(inserted), {
      eventId: draft.eventId,
      etag: inserted.etag,
      status: 'confirmed',
      summary: draft.summary,
      description: draft.description,
      startDate: night,
      endDate: '2026-12-02',
      repeats: false,
      properties: draft.properties,
    })
    t.same(plain(await port.getEvent(calendarId, draft.eventId)), plain(inserted))
  },

  'keeps every character of title and text': async (t, { port, calendarId }) => {
    const text = {
      name: 'Zoé; O’Néill, "Jr" \\ 👩‍👧',
      description: 'a;b,c\\d\n"e" <f> & 🌃\n'.repeat(60).trim(),
    }
    const draft = draftOf(calendarId, night, text)
    await port.insertEvent(calendarId, draft)
    const { summary, description } = { ...(await port.getEvent(calendarId, draft.eventId)) }
    t.same([summary, description], [draft.summary, draft.description])
  },

  'refuses to insert an event twice': async (t, { port, calendarId }) => {
    const draft = draftOf(calendarId, night)
    await port.insertEvent(calendarId, draft)
    const other = { ...draft, summary: '[Robin]' }
    t.equal((await failure(port.insertEvent(calendarId, other))).reason, 'event-exists')
    t.equal((await port.getEvent(calendarId, draft.eventId))?.summary, draft.summary)
  },

  'updates what a draft says, and keeps the rest': async (t, { port, calendarId, person }) => {
    const draft = draftOf(calendarId, night)
    await port.insertEvent(calendarId, draft)
    await person.edit(draft.eventId, { location: 'Upstairs, left', summary: '[Robin]' })
    const { etag } = { etag: '', ...(await port.getEvent(calendarId, draft.eventId)) }
    const updated = await port.updateEvent(
      calendarId,
      etag,
      draftOf(calendarId, night, { name: 'Kim' }),
    )
    t.not(updated.etag, etag)
    t.equal(updated.summary, '[Kim] 🌃👶Routine')
    t.same(plain(await port.getEvent(calendarId, draft.eventId)), plain(updated))
    t.equal(await person.locationOf(draft.eventId), 'Upstairs, left')
  },

  'refuses to update another version': async (t, { port, calendarId, person }) => {
    const draft = draftOf(calendarId, night)
    const { etag } = await port.insertEvent(calendarId, draft)
    await person.edit(draft.eventId, { summary: '[Robin]' })
    t.equal((await failure(port.updateEvent(calendarId, etag, draft))).reason, 'event-stale')
    t.equal((await port.getEvent(calendarId, draft.eventId))?.summary, '[Robin]')
  },

  'moves an event back to its day': async (t, { port, calendarId, person }) => {
    const draft = draftOf(calendarId, night)
    await port.insertEvent(calendarId, draft)
    await person.move(draft.eventId, '2026-12-24')
    const moved = await port.getEvent(calendarId, draft.eventId)
    t.match(plain(moved), { startDate: '2026-12-24', endDate: '2026-12-25' })
    const back = await port.updateEvent(calendarId, moved?.etag ?? '', draft)
    t.match(plain(back), { startDate: night, endDate: '2026-12-02' })
  },

  'takes away hours and repetition': async (t, { port, calendarId, person }) => {
    const draft = draftOf(calendarId, night)
    await port.insertEvent(calendarId, draft)
    await person.giveHours(draft.eventId)
    await person.repeat(draft.eventId)
    const timed = await port.getEvent(calendarId, draft.eventId)
    t.match(plain(timed), { startDate: null, endDate: null, repeats: true })
    const back = await port.updateEvent(calendarId, timed?.etag ?? '', draft)
    t.match(plain(back), { startDate: night, endDate: '2026-12-02', repeats: false })
    t.same(plain(await port.getEvent(calendarId, draft.eventId)), plain(back))
  },

  'removes an event once, and only the version that is known': async (t, subject) => {
    const { port, calendarId, person } = subject
    const draft = draftOf(calendarId, night)
    const { etag } = await port.insertEvent(calendarId, draft)
    await person.edit(draft.eventId, { summary: '[Robin]' })
    const stale = await failure(port.removeEvent(calendarId, draft.eventId, etag))
    t.equal(stale.reason, 'event-stale')
    const seen = await port.getEvent(calendarId, draft.eventId)
    await port.removeEvent(calendarId, draft.eventId, seen?.etag ?? '')
    await port.removeEvent(calendarId, draft.eventId, seen?.etag ?? '')
    const after = await port.getEvent(calendarId, draft.eventId)
    t.equal(after?.status ?? null, port.remembersRemoved ? 'cancelled' : null)
  },
}
