import { eventsOf, reasonOf } from '../calendar-api.ts'
import type { Check } from './check.ts'
import { eventFor, listAll } from './check.ts'

const month = { timeMin: '2037-03-01T00:00:00Z', timeMax: '2037-04-01T00:00:00Z' }
const same = { maxResults: '2500', singleEvents: 'true' }

/** Sync tokens. */
export const syncChecks: readonly Check[] = [
  {
    says: 'the sync token is on the last page only',
    run: async (t, provider) => {
      await eventFor(t, provider)
      await eventFor(t, provider)
      const all = await listAll(provider, { ...month, maxResults: '1' })
      t.ok(all.pages >= 2)
      t.equal(all.early, 0)
      t.ok(all.syncToken)
    },
  },
  {
    says: 'an incremental list tells inserts, changes and deletions, and then nothing',
    run: async (t, provider) => {
      const events = eventsOf(provider)
      const changed = await eventFor(t, provider)
      const deleted = await eventFor(t, provider)
      const untouched = await eventFor(t, provider)
      const { syncToken } = await listAll(provider, same)

      const inserted = await eventFor(t, provider)
      await events.patch(changed.id, { summary: 'Robin' })
      await events.remove(deleted.id)
      const delta = await listAll(provider, { ...same, syncToken })
      const byId = new Map(delta.items.map(event => [event.id, event]))
      t.equal(byId.get(inserted.id)?.status, 'confirmed')
      t.equal(byId.get(changed.id)?.summary, 'Robin')
      t.equal(byId.get(deleted.id)?.status, 'cancelled', 'a tombstone')
      t.notOk(byId.has(untouched.id))

      const after = await listAll(provider, { ...same, syncToken: delta.syncToken })
      t.same(after.items, [])
      t.ok(after.syncToken)
    },
  },
  {
    says: 'a full list has no tombstones unless asked',
    run: async (t, provider) => {
      const { id } = await eventFor(t, provider)
      await eventsOf(provider).remove(id)
      const has = async (query: Record<string, string>) =>
        (await listAll(provider, query)).items.some(event => event.id === id)
      t.notOk(await has(month))
      t.ok(await has({ ...month, showDeleted: 'true' }))
    },
  },
  {
    says: 'parameters that Google refuses beside a sync token: 400',
    run: async (t, provider) => {
      const { syncToken } = await listAll(provider, same)
      const refused: Record<string, string>[] = [
        { iCalUID: 'a@google.com' },
        { orderBy: 'updated' },
        { privateExtendedProperty: 'app=night-routine' },
        { q: 'Alex' },
        { sharedExtendedProperty: 'app=night-routine' },
        { timeMin: month.timeMin },
        { timeMax: month.timeMax },
        { updatedMin: new Date(Date.now() - 60_000).toISOString() },
        { showDeleted: 'false' },
      ]
      for (const parameter of refused) {
        const answer = await eventsOf(provider).list({ ...same, syncToken, ...parameter })
        t.equal(answer.status, 400, Object.keys(parameter).join())
      }
    },
  },
  {
    says: 'an expired sync token: 410 fullSyncRequired',
    run: async (t, provider) => {
      if (provider.expireSyncTokens === null) {
        t.comment('not asked: this provider cannot be made to expire its sync tokens')
        return
      }
      const { syncToken } = await listAll(provider, same)
      await provider.expireSyncTokens()
      const answer = await eventsOf(provider).list({ ...same, syncToken })
      t.equal(answer.status, 410)
      t.equal(reasonOf(answer), 'fullSyncRequired')
    },
  },
]
