import { eventsOf, reasonOf } from '../calendar-api.ts'
import type { Check } from './check.ts'
import { eventFor, night } from './check.ts'

const stale = '"1"'

/** Conditions, merging and replacing. */
export const writingChecks: readonly Check[] = [
  {
    says: 'a change moves the etag, and the answer carries the new one',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const event = await eventFor(t, provider)
      const changed = await events.patch(
        event.id,
        { summary: 'Robin' },
        { headers: { 'if-match': event.etag } },
      )
      t.equal(changed.status, 200)
      t.not(changed.body.etag, event.etag)
      t.equal((await events.get(event.id)).body.etag, changed.body.etag)
    },
  },
  {
    says: 'If-Match with a stale etag: 412 conditionNotMet, and nothing has happened',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const { etag, id } = await eventFor(t, provider, { summary: 'Alex' })
      const headers = { 'if-match': stale }
      for (const answer of [
        await events.patch(id, { summary: 'Robin' }, { headers }),
        await events.put(id, { ...night, summary: 'Robin' }, { headers }),
        await events.remove(id, { headers }),
      ]) {
        t.equal(answer.status, 412)
        t.equal(reasonOf(answer), 'conditionNotMet')
      }
      t.match((await events.get(id)).body, { etag, summary: 'Alex', status: 'confirmed' })
    },
  },
  {
    says: 'PATCH merges at every depth, and null removes',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const { id } = await eventFor(t, provider, {
        description: 'Because',
        extendedProperties: { private: { app: 'night-routine', night: '2037-03-01' } },
      })
      await events.patch(id, {
        summary: 'Robin',
        extendedProperties: { private: { night: null, hash: 'abc' } },
      })
      const { body } = await events.get(id)
      t.equal(body.summary, 'Robin')
      t.equal(body.description, 'Because')
      t.same(body.extendedProperties?.private, { app: 'night-routine', hash: 'abc' })
      t.same(body.start, night.start)
    },
  },
  {
    says: 'PUT drops what it does not name',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const { id } = await eventFor(t, provider, {
        description: 'Because',
        extendedProperties: { private: { app: 'night-routine' } },
      })
      await events.put(id, { ...night, summary: 'Robin' })
      const { body } = await events.get(id)
      t.equal(body.summary, 'Robin')
      t.notOk(body.description)
      t.notOk(body.extendedProperties)
    },
  },
  {
    says: 'an event from all day to a time needs date: null',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const { id } = await eventFor(t, provider)
      const timed = await events.patch(id, {
        start: { date: null, dateTime: '2037-03-01T20:00:00Z' },
        end: { date: null, dateTime: '2037-03-01T21:00:00Z' },
      })
      t.equal(timed.status, 200)
      t.equal(timed.body.start?.date, undefined)
      t.ok(timed.body.start?.dateTime)
    },
  },
]
