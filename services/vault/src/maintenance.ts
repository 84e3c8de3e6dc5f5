import { setTimeout as sleep } from 'node:timers/promises'
import {
  awaitVaultSchema,
  deleteIdleTokens,
  forgetOldAddresses,
  forgetOldAttempts,
  type VaultDatabase,
} from '@night-routine/database/vault'
import type { Clock, Logger } from '@night-routine/service'
import { sweepContent } from './content/collect.ts'
import type { ContentStore } from './content/store.ts'

const restMs = 3_600_000
const restAfterFailureMs = 10_000

/** Longer than the time limit of an upload. */
const abandonedMs = 2 * 3_600_000

interface Maintenance {
  /** Whether the first round is done. */
  readonly ready: () => boolean
  close(): Promise<void>
}

/**
 * Waits for the database and creates the first account. Then, each hour, deletes expired rows and what
 * crashes have left behind.
 */
export function startMaintenance(options: {
  db: VaultDatabase
  content: ContentStore
  clock: Clock
  logger: Logger
  tokenDays: number
  makeFirstAccount: () => Promise<void>
}): Maintenance {
  const { db, content, clock, logger, tokenDays } = options
  const closing = new AbortController()
  const { signal } = closing
  let ready = false

  async function round() {
    await awaitVaultSchema(db, { signal })
    if (!ready) await options.makeFirstAccount()
    ready = true
    const now = clock.now()
    await deleteIdleTokens(db, now.subtract({ hours: tokenDays * 24 }))
    await forgetOldAttempts(db, now.subtract({ hours: 24 }))
    await forgetOldAddresses(db, now.subtract({ hours: 180 * 24 }))
    await content.clearIncoming(now, abandonedMs)
    const removed = await sweepContent({ db, content }, signal)
    if (removed > 0) logger.info({ removed }, 'unused content deleted')
  }

  async function run() {
    while (!signal.aborted) {
      let rest = restMs
      try {
        await round()
      } catch (error) {
        if (signal.aborted) break
        logger.warn({ err: error }, 'maintenance failed, will retry')
        rest = restAfterFailureMs
      }
      await sleep(rest, undefined, { signal }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    ready: () => ready,
    close: async () => {
      closing.abort()
      await running
    },
  }
}
