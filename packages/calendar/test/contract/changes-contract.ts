import { CalendarError } from '@night-routine/calendar'
import { failure } from '../failure.ts'
import { draftOf, type Rule } from './subject.ts'

const night = '2026-12-01'

/** How changes are read, what happens at once, and what is gone. */
export const changes: Record<string, Rule> = {
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
    const read = async (syncToken: string) => {
      const found = await port.listChanges(calendarId, { syncToken })
      const seen = found.events.map(({ eventId, status, summary }) =>
        status === 'cancelled' ? `${eventId} removed` : `${eventId} ${summary}`,
      )
      return { seen: seen.toSorted(), next: found.nextSyncToken }
    }
    const nothing = await read(all.nextSyncToken)
    t.same(nothing.seen, [])
    await person.edit(first.eventId, { summary: '[Robin]' })
    await port.insertEvent(calendarId, second)
    await person.create(`other${first.eventId.slice(2)}`, 'Dentist', night)
    const more = await read(nothing.next)
    t.same(
      more.seen.filter(text => text.startsWith('nr')),
      [`${first.eventId} [Robin]`, `${second.eventId} ${second.summary}`].toSorted(),
    )
    t.ok(
      more.seen.some(text => text.endsWith('Dentist')),
      'events of others, too',
    )
    await person.remove(first.eventId)
    const last = await read(more.next)
    t.same(last.seen, [`${first.eventId} removed`])
    t.same((await read(last.next)).seen, [])
  },

  'refuses a sync token that it does not know, or lists everything': async (t, subject) => {
    const { port, calendarId } = subject
    const draft = draftOf(calendarId, night)
    await port.insertEvent(calendarId, draft)
    const { nextSyncToken } = await port.listChanges(calendarId, { syncToken: null })
    for (const syncToken of ['nonsense', unknownToken(nextSyncToken)])
      try {
        const { events } = await port.listChanges(calendarId, { syncToken })
        t.same(
          events.map(({ eventId }) => eventId),
          [draft.eventId],
        )
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error
        t.ok(['sync-token-expired', 'request-refused'].includes(error.reason), error.reason)
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

  'reads when the person is busy, without our nights': async (t, { port, calendarId, person }) => {
    await port.insertEvent(calendarId, draftOf(calendarId, night))
    // At Cyrus two events of one person cannot share a name, not even in two calendars.
    await person.create('dentist0000000', 'Dentist', night)
    await person.create('concert0000000', 'Concert', night)
    await person.giveHours('concert0000000')
    await person.create('last0000000000', 'Last year', '2025-12-01')
    const day = Temporal.PlainDate.from(night)
    const request = { from: day, to: day, timeZone: 'Europe/Paris', addresses: [] }
    const { busy, skipped } = await port.readBusy(calendarId, request)
    t.same(
      JSON.parse(JSON.stringify(busy.toSorted((one, other) => (one.kind < other.kind ? -1 : 1)))),
      [
        { kind: 'days', first: night, last: night },
        { kind: 'hours', start: '2026-12-01T19:00:00Z', end: '2026-12-01T20:00:00Z' },
      ],
    )
    t.same(skipped, {})
    const gone = await person.removeCalendar()
    t.equal((await failure(port.readBusy(gone, request))).reason, 'calendar-gone')
  },

  'one of ten writers wins, where the provider checks and writes in one step': async (
    t,
    subject,
  ) => {
    const { port, calendarId, isAtomic } = subject
    const draft = draftOf(calendarId, night)
    const { etag } = await port.insertEvent(calendarId, draft)
    const names = Array.from({ length: 10 }, (_, index) => `Writer ${index}`)
    const won = await winners(
      names.map(name => port.updateEvent(calendarId, etag, draftOf(calendarId, night, { name }))),
    )
    if (isAtomic) t.equal(won.length, 1)
    const standing = await port.getEvent(calendarId, draft.eventId)
    t.ok(won.includes(standing?.etag ?? ''), 'a read shows which one stands')
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
    const gone = await person.removeCalendar()
    for (const call of [
      () => port.getEvent(gone, draft.eventId),
      () => port.insertEvent(gone, draft),
      () => port.updateEvent(gone, etag, draft),
      () => port.removeEvent(gone, draft.eventId, etag),
      () => port.listChanges(gone, { syncToken }),
      () => port.listChanges(gone, { syncToken: null }),
      () => port.listOurEvents(gone, { from: draft.night }),
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

/** A token of the same form that the provider never gave. */
function unknownToken(token: string): string {
  const unknown = 'http://radicale.org/ns/sync/x'
  return token.startsWith('{') ? JSON.stringify({ ...JSON.parse(token), token: unknown }) : unknown
}
