import { eventsOf } from '../calendar-api.ts'
import type { Check } from './check.ts'
import { eventFor, listAll } from './check.ts'

const march = { timeMin: '2037-03-01T12:00:00Z', timeMax: '2037-03-01T13:00:00Z' }

/** What list and get return. */
export const readingChecks: readonly Check[] = [
  {
    says: 'the end of an all-day event is exclusive',
    run: async (t, provider) => {
      const { end, id, start } = await eventFor(t, provider)
      t.same([start, end], [{ date: '2037-03-01' }, { date: '2037-03-02' }])
      const ids = async (timeMin: string, timeMax: string) =>
        (await listAll(provider, { timeMin, timeMax })).items.map(event => event.id)
      t.ok((await ids(march.timeMin, march.timeMax)).includes(id), 'there at noon of its day')
      const next = await ids('2037-03-02T15:00:00Z', '2037-03-02T16:00:00Z')
      t.notOk(next.includes(id), 'gone the day after, in every zone')
    },
  },
  {
    says: 'transparency is left out when opaque and kept when transparent',
    run: async (t, provider) => {
      t.equal((await eventFor(t, provider)).transparency, undefined)
      const clear = await eventFor(t, provider, {
        transparency: 'transparent',
        reminders: { useDefault: false },
      })
      t.equal(clear.transparency, 'transparent')
      t.equal(clear.reminders?.useDefault, false)
    },
  },
  {
    says: 'fields gives what was asked for and no more',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const { etag, id } = await eventFor(t, provider, {
        extendedProperties: { private: { app: 'night-routine' }, shared: { app: 'other' } },
      })
      const query = { fields: 'id,etag,start,extendedProperties/private' }
      t.same((await events.get(id, { query })).body, {
        id,
        etag,
        start: { date: '2037-03-01' },
        extendedProperties: { private: { app: 'night-routine' } },
      })
      const list = await events.list({ ...march, fields: 'items(id,status)' })
      t.same(Object.keys(list.body), ['items'])
      t.ok(list.body.items?.some(item => item.id === id && item.summary === undefined))
    },
  },
  {
    says: 'fields with an unknown name: 400 invalidParameter',
    run: async (t, provider) => {
      const answer = await eventsOf(provider).list({ ...march, fields: 'items(nonsense)' })
      t.equal(answer.status, 400)
      t.equal(answer.body.error?.errors[0]?.reason, 'invalidParameter')
    },
  },
  {
    says: 'privateExtendedProperty finds the events that carry it',
    run: async (t, provider) => {
      const value = Math.random().toString(36).slice(2)
      const carries = { extendedProperties: { private: { check: value } } }
      const { id } = await eventFor(t, provider, carries)
      await eventFor(t, provider)
      const found = await listAll(provider, { privateExtendedProperty: `check=${value}` })
      t.same(
        found.items.map(event => event.id),
        [id],
      )
    },
  },
  {
    says: 'If-None-Match with the current etag: 304 without a body',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const { etag, id } = await eventFor(t, provider)
      const headers = { 'if-none-match': etag }
      const same = await events.get(id, { headers })
      t.equal(same.status, 304)
      t.same(same.body, {})
      await events.patch(id, { summary: 'Robin' })
      t.equal((await events.get(id, { headers })).status, 200)
    },
  },
]
