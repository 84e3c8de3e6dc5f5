import {
  readAssignment,
  readHistory,
  readPulse,
  type Database,
  type Session,
} from '@night-routine/database'
import type { Clock } from '@night-routine/service'
import type { Wording } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import type { Connection } from './connection.ts'
import { readHome, readHousehold, readStatus } from './household.ts'
import { readNightChoices } from './night-choices.ts'
import { startPulse } from './pulse.ts'
import { home, type HomeOptions } from './routes/home/home.ts'
import { statusLine } from './routes/home/status-line.ts'
import { status } from './routes/status/status.ts'

/** As many entries of a night's history as its details show. */
const shownChanges = 3

/** The home page, and what keeps the open ones true. */
export async function homePages(
  service: FastifyInstance,
  options: Pick<HomeOptions, 'anybodyMayEnter' | 'publicUrl'> & {
    db: Database
    clock: Clock
    readConnection: () => Promise<Connection>
  },
): Promise<void> {
  const { db, clock, publicUrl, readConnection } = options
  const pulse = startPulse({
    readPulse: hashes => readPulse(db, hashes),
    onFailure: error => service.log.warn({ err: error }, 'could not notify open pages'),
  })
  service.addHook('preClose', pulse.close)
  const readRevision = async ({ tokenHash }: Session) => (await readPulse(db, [tokenHash])).revision

  await service.register(home, {
    ...options,
    readHome: asked => readHome(db, asked, { now: clock.now(), publicUrl, readConnection }),
    readAssignment: id => readAssignment(db, id),
    readChoices: asked => readNightChoices(db, asked),
    readNightHistory: night => readHistory(db, { night, limit: shownChanges }),
  })
  await service.register(status, {
    listen: pulse.listen,
    readRevision,
    async readStatusLine(words: Wording) {
      const now = clock.now()
      const [connection, { settings }, facts] = await Promise.all([
        readConnection(),
        readHousehold(db),
        readStatus(db, { now, publicUrl }),
      ])
      const { publish, timeZone } = settings
      return statusLine({ ...facts, publish, connection, now, timeZone, words })
    },
  })
}
