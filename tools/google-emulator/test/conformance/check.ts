import { randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import { eventsOf } from '../calendar-api.ts'
import type { ProviderUnderTest, Resource } from '../calendar-api.ts'

export interface Check {
  says: string
  run(t: Test, provider: ProviderUnderTest): Promise<void>
}

/** A night so far ahead that nothing else is there. */
export const night = { start: { date: '2037-03-01' }, end: { date: '2037-03-02' } }

/** A unique id, of the letters that Google allows. */
export function freshId(): string {
  return `nr${randomBytes(16).toString('hex')}`
}

/** An event for one check, removed when the check is over. */
export async function eventFor(
  t: Test,
  provider: ProviderUnderTest,
  content: object = {},
): Promise<Required<Pick<Resource, 'id' | 'etag'>> & Resource> {
  const events = eventsOf(provider)
  const id = freshId()
  t.teardown(() => events.remove(id))
  const { body, status } = await events.insert({ id, summary: 'Conformance', ...night, ...content })
  t.equal(status, 200, 'the event of this check was made')
  return { ...body, id, etag: body.etag ?? '' }
}

/** The items of all pages of a list, and the sync token of the last page. */
export async function listAll(provider: ProviderUnderTest, query: Record<string, string> = {}) {
  const events = eventsOf(provider)
  const items: Resource[] = []
  let pages = 0
  let early = 0
  let pageToken: string | undefined
  for (;;) {
    const { body } = await events.list({ ...query, ...(pageToken && { pageToken }) })
    pages += 1
    items.push(...(body.items ?? []))
    pageToken = body.nextPageToken
    if (pageToken === undefined) {
      return { items, pages, early, syncToken: body.nextSyncToken ?? '', status: body.error?.code }
    }
    if (body.nextSyncToken !== undefined) early += 1
  }
}
