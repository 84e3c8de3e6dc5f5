import { setTimeout as sleep } from 'node:timers/promises'
import {
  awaitVaultSchema,
  deleteIdleTokens,
  forgetUnusedNotes,
  vaultSignInRecords,
} from '@night-routine/database/vault'
import { sweepContent } from './content/publish.ts'
import type { Host } from './host.ts'

const restMs = 3_600_000
const restAfterFailureMs = 10_000

/** Longer than the time limit of an upload. */
const abandonedMs = 2 * 3_600_000

/** Creates the first account as soon as it can. Then, each hour, deletes expired rows and what crashes left behind. */
export function startMaintenance(
  { db, content, clock, logger, config, ahead }: Host,
  makeFirstAccount: () => Promise<void>,
) {
  const signIns = vaultSignInRecords(db)
  const closing = new AbortController()
  const { signal } = closing
  let ready = false

  async function round() {
    await awaitVaultSchema(db, {
      signal,
      onWaiting: error => logger.warn({ err: error }, 'waiting for the database'),
    })
    if (!ready) await makeFirstAccount()
    ready = true
    ahead.wake()
    const now = clock.now()
    await deleteIdleTokens(db, now.subtract({ hours: config.VAULT_TOKEN_DAYS * 24 }))
    await signIns.deleteOld(now)
    await content.clearIncoming(now, abandonedMs)
    const removed = await sweepContent({ db, content }, signal)
    await forgetUnusedNotes(db)
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
    /** Whether the first round is done. */
    ready: () => ready,
    close: async (): Promise<void> => {
      closing.abort()
      await running
    },
  }
}
