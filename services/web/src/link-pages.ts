import {
  findShareLink,
  readLastChangeAt,
  touchShareLink,
  type Database,
} from '@night-routine/database'
import type { FastifyInstance } from 'fastify'
import { feed, type FeedOptions } from './routes/feed/feed.ts'
import { share } from './routes/share/share.ts'

/** What a share link opens: the feed for calendar apps, and the month for people. */
export async function linkPages(
  service: FastifyInstance,
  options: Pick<FeedOptions, 'readHousehold' | 'readNights' | 'clock' | 'publicUrl'> & {
    db: Database
  },
): Promise<void> {
  const { db } = options
  const byShareLink = {
    ...options,
    findShareLink: (hash: string) => findShareLink(db, hash),
    touchShareLink: (id: bigint, now: Temporal.Instant) => touchShareLink(db, id, now),
  }
  await service.register(feed, { ...byShareLink, readLastChangeAt: () => readLastChangeAt(db) })
  await service.register(share, byShareLink)
}
