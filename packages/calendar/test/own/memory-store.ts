import type { EventStore, StoredEvent } from '@night-routine/calendar'

/** The store of a calendar in memory. */
export function memoryStore(): EventStore {
  const stored = new Map<string, StoredEvent>()
  let version = 0n
  const live = () =>
    [...stored.values()].filter(
      (event): event is StoredEvent & { text: string } => event.text !== null,
    )
  const find: EventStore['find'] = async by =>
    live().find(({ uid, name }) => ('uid' in by ? uid === by.uid : name === by.name))
  const changes: EventStore['changes'] = async token => {
    const since = token === null ? null : /^at_(\d+)$/.exec(token)?.[1]
    if (since === undefined || (since !== null && BigInt(since) > version)) return null
    const events = [...stored.values()].filter(event =>
      since === null ? event.text !== null : event.version > BigInt(since),
    )
    return { events, token: `at_${version}` }
  }
  const put: EventStore['put'] = async (event, expected) => {
    const same = live().filter(({ uid, name }) => uid === event.uid || name === event.name)
    if (same.length > 1 || (same[0]?.version ?? null) !== expected) return null
    const written = { ...event, version: (version += 1n) }
    stored.set(event.uid, written)
    return written
  }
  const remove = async ({ uid, version: expected }: Pick<StoredEvent, 'uid' | 'version'>) => {
    const event = stored.get(uid)
    if (event === undefined || event.text === null || event.version !== expected) return false
    stored.set(uid, { ...event, text: null, version: (version += 1n) })
    return true
  }
  return { find, count: async () => live().length, changes, put, remove }
}
