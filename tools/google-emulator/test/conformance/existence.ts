import { eventsOf, reasonOf } from '../calendar-api.ts'
import type { Check } from './check.ts'
import { eventFor, freshId, night } from './check.ts'

/** Insert, delete, and what follows. */
export const existenceChecks: readonly Check[] = [
  {
    says: 'an event gets the id its client chose',
    run: async (t, provider) => {
      const event = await eventFor(t, provider, { summary: 'Alex' })
      const read = await eventsOf(provider).get(event.id)
      t.match(read.body, { id: event.id, etag: event.etag, status: 'confirmed', summary: 'Alex' })
    },
  },
  {
    says: 'an id with a letter beyond v is refused: 400',
    run: async (t, provider) => {
      const refused = await eventsOf(provider).insert({ ...night, id: 'xyz-xyz-xyz' })
      t.equal(refused.status, 400)
      t.equal(reasonOf(refused), 'invalid')
    },
  },
  {
    says: 'the same id again: 409 duplicate',
    run: async (t, provider) => {
      const { id } = await eventFor(t, provider)
      const again = await eventsOf(provider).insert({ ...night, id })
      t.equal(again.status, 409)
      t.equal(reasonOf(again), 'duplicate')
    },
  },
  {
    says: 'the id of a deleted event stays taken: 409 duplicate',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const { id } = await eventFor(t, provider)
      t.equal((await events.remove(id)).status, 204)
      const again = await events.insert({ ...night, id })
      t.equal(again.status, 409)
      t.equal(reasonOf(again), 'duplicate')
    },
  },
  {
    says: 'what never was: 404 notFound for get, patch and delete',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const id = freshId()
      for (const answer of [
        await events.get(id),
        await events.patch(id, { summary: 'Nothing' }),
        await events.remove(id),
      ]) {
        t.equal(answer.status, 404)
        t.equal(reasonOf(answer), 'notFound')
      }
    },
  },
  {
    says: 'a deleted event can still be read, as cancelled',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const { id } = await eventFor(t, provider)
      await events.remove(id)
      const read = await events.get(id)
      t.equal(read.status, 200)
      t.match(read.body, { id, status: 'cancelled' })
    },
  },
  {
    says: 'deleting twice: 410 deleted',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const { id } = await eventFor(t, provider)
      await events.remove(id)
      const again = await events.remove(id)
      t.equal(again.status, 410)
      t.equal(reasonOf(again), 'deleted')
    },
  },
  {
    says: 'its writer makes a deleted event confirmed again',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const { id } = await eventFor(t, provider)
      await events.remove(id)
      const back = await events.patch(id, { status: 'confirmed', ...night, summary: 'Back' })
      t.equal(back.status, 200)
      t.match((await events.get(id)).body, { id, status: 'confirmed', summary: 'Back' })
    },
  },
]
