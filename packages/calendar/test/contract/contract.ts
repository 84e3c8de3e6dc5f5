import { CalendarError } from '@night-routine/calendar'
import type { Test } from 'tap'
import { failure } from '../failure.ts'
import { draftOf, plain, type Subject } from './subject.ts'

/** A rule of the port, checked in a fresh calendar. */
type Rule = (t: Test, subject: Subject) => Promise<void>

const night = '2026-12-01'

/** What every calendar provider does; differences only where the port declares them. */
export const contract: Record<string, Rule> = {
  'lists the calendar, and whether it is writable': async (t, { port, calendarId }) => {
    const found = (await port.listCalendars()).find(({ id }) => id === calendarId)
    t.match(found, { id: calendarId, name: String, writable: true, primary: Boolean })
  },

  'makes a calendar that can be written, if it offers that': async (t, { port }) => {
    if (port.createCalendar === undefined) return
    const made = await port.createCalendar({ name: 'Night Routine & “Soirées” <b>' })
    t.match(made, { name: 'Night Routine & “Soirées” <b>', writable: true })
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

  'says that a removed event cannot be written, or restores it': async (t, subject) => {
    const { port, calendarId, person } = subject
    const draft = draftOf(calendarId, night)
    await port.insertEvent(calendarId, draft)
    const { nextSyncToken } = await port.listChanges(calendarId, { syncToken: null })
    await person.remove(draft.eventId)
    const [removed] = (await port.listChanges(calendarId, { syncToken: nextSyncToken })).events
    t.match(removed, { eventId: draft.eventId, status: 'cancelled' })
    const update = port.updateEvent(calendarId, removed?.etag ?? '', draft)
    if (port.remembersRemoved) t.equal((await update).status, 'confirmed')
    else {
      t.equal((await failure(update)).reason, 'event-gone')
      t.equal((await port.insertEvent(calendarId, draft)).status, 'confirmed')
    }
  },

  'lists each change once': async (t, { port, calendarId, person }) => {
    const [first, second] = [draftOf(calendarId, night), draftOf(calendarId, '2026-12-02')]
    await port.insertEvent(calendarId, first)
    const all = await port.listChanges(calendarId, { syncToken: null })
    t.same(
      all.events.map(({ eventId }) => eventId),
      [first.eventId],
    )
    const changes = async (syncToken: string) => {
      const found = await port.listChanges(calendarId, { syncToken })
      const seen = found.events.map(({ eventId, status, summary }) =>
        status === 'cancelled' ? `${eventId} removed` : `${eventId} ${summary}`,
      )
      return { seen: seen.toSorted(), next: found.nextSyncToken }
    }
    const nothing = await changes(all.nextSyncToken)
    t.same(nothing.seen, [])
    await person.edit(first.eventId, { summary: '[Robin]' })
    await port.insertEvent(calendarId, second)
    await person.create(`other${first.eventId.slice(2)}`, 'Dentist', night)
    const more = await changes(nothing.next)
    t.same(
      more.seen.filter(text => text.startsWith('nr')),
      [...[`${first.eventId} [Robin]`, `${second.eventId} ${second.summary}`].toSorted()],
    )
    t.ok(
      more.seen.some(text => text.endsWith('Dentist')),
      'events of others, too',
    )
    await person.remove(first.eventId)
    const last = await changes(more.next)
    t.same(last.seen, [`${first.eventId} removed`])
    t.same((await changes(last.next)).seen, [])
  },

  'refuses a sync token that it does not know': async (t, { port, calendarId }) => {
    const { nextSyncToken } = await port.listChanges(calendarId, { syncToken: null })
    for (const syncToken of [
      'nonsense',
      nextSyncToken.replace(/[\w/:.=-]{20,}/, 'http://radicale.org/ns/sync/x'),
    ]) {
      const { reason } = await failure(port.listChanges(calendarId, { syncToken }))
      t.ok(['sync-token-expired', 'request-refused'].includes(reason), reason)
    }
  },

  'lists our events that end after a day': async (t, { port, calendarId, person }) => {
    const drafts = ['2026-11-29', '2026-11-30', night].map(day => draftOf(calendarId, day))
    for (const draft of drafts) await port.insertEvent(calendarId, draft)
    await person.create('other0000000000', 'Dentist', night)
    const from = Temporal.PlainDate.from('2026-11-30')
    const found = await port.listOurEvents(calendarId, { from })
    const nights = found.map(({ startDate }) => String(startDate)).toSorted()
    t.same(
      nights.filter(day => day >= '2026-11-30'),
      ['2026-11-30', night],
    )
  },

  'one of ten writers wins': async (t, { port, calendarId }) => {
    const draft = draftOf(calendarId, night)
    const { etag } = await port.insertEvent(calendarId, draft)
    const names = Array.from({ length: 10 }, (_, index) => `Writer ${index}`)
    const won = await winners(
      names.map(name => port.updateEvent(calendarId, etag, draftOf(calendarId, night, { name }))),
    )
    t.equal(won.length, 1)
    t.equal((await port.getEvent(calendarId, draft.eventId))?.etag, won[0])
  },

  'ten inserts make one event': async (t, { port, calendarId }) => {
    const draft = draftOf(calendarId, night)
    const won = await winners(
      Array.from({ length: 10 }, async () => port.insertEvent(calendarId, draft)),
    )
    t.equal(won.length, 1)
    const { events } = await port.listChanges(calendarId, { syncToken: null })
    t.same(
      events.map(({ eventId }) => eventId),
      [draft.eventId],
    )
  },

  'says when the calendar is gone': async (t, { port, calendarId, person }) => {
    const draft = draftOf(calendarId, night)
    const { etag } = await port.insertEvent(calendarId, draft)
    const { nextSyncToken: syncToken } = await port.listChanges(calendarId, { syncToken: null })
    await person.removeCalendar()
    for (const call of [
      () => port.getEvent(calendarId, draft.eventId),
      () => port.insertEvent(calendarId, draft),
      () => port.updateEvent(calendarId, etag, draft),
      () => port.removeEvent(calendarId, draft.eventId, etag),
      () => port.listChanges(calendarId, { syncToken }),
      () => port.listChanges(calendarId, { syncToken: null }),
      () => port.listOurEvents(calendarId, { from: draft.night }),
    ])
      t.equal((await failure(call())).reason, 'calendar-gone')
  },
}

/** The etags of those who succeeded; the others must fail in a way that a retry settles. */
async function winners(calls: Promise<{ etag: string }>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls)
  return outcomes.flatMap(outcome => {
    if (outcome.status === 'fulfilled') return [outcome.value.etag]
    const error: unknown = outcome.reason
    if (error instanceof CalendarError && error.class === 'retry') return []
    throw error
  })
}
