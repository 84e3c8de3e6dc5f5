import {
  readNights,
  readParents,
  readPublication,
  savePublication,
  type Database,
  type TokenKeys,
} from '@night-routine/database'
import { tonight, readSettings } from '@night-routine/household'
import type { Clock, Logger } from '@night-routine/service'
import type { Patience } from '@night-routine/vault-api'
import { wording } from '@night-routine/wording'
import { stopWhenLost, type Job } from '@night-routine/jobs'
import { PublishTrouble } from '../failure.ts'
import { shownNames } from '../notes/shown-names.ts'
import { siteFiles } from '../notes/site-files.ts'
import { siteRange, type SiteFacts } from '../notes/site-facts.ts'
import type { Account } from '../site/account.ts'
import { publishFiles, takeDown } from '../site/agree.ts'

/**
 * Brings the published site in line with the plan while publishing is on. After publishing is switched
 * off the site stays until a parent takes it down.
 */
export function publishJob({
  db,
  keys,
  account,
  clock,
  logger,
  patience,
  restSeconds,
}: {
  db: Database
  /** Decrypts the readers' password. */
  keys: TokenKeys
  /** Null: publishing is not set up. */
  account: Account | null
  clock: Clock
  logger: Logger
  patience: Partial<Patience>
  restSeconds: number
}): Job {
  return async run => {
    const { publish } = await readSettings(db)
    const { removalRequestedAt } = await readPublication(db)
    if (!publish && removalRequestedAt === null) return undefined
    if (account === null) throw new PublishTrouble('not-set-up')
    const agreeing = {
      db,
      keys,
      account,
      logger,
      patience,
      signal: run.signal,
      check: stopWhenLost(run),
    }
    if (publish) {
      const facts = await readSiteFacts(db, clock.now())
      await publishFiles(agreeing, siteFiles(facts))
      await savePublication(db, { publishedOn: facts.tonight, publishedAt: clock.now() })
    } else {
      await takeDown(agreeing)
      const nothing = { address: null, publishedOn: null, publishedAt: null }
      await savePublication(db, {
        ...nothing,
        removalRequestedAt: null,
        site: null,
        mayCreateSite: true,
      })
    }
    return { restSeconds }
  }
}

async function readSiteFacts(db: Database, now: Temporal.Instant): Promise<SiteFacts> {
  const [settings, { a, b }] = await Promise.all([readSettings(db), readParents(db)])
  const date = tonight(settings, now)
  const { from, to } = siteRange(date)
  return {
    ...shownNames({
      names: { a: a.name, b: b.name },
      nights: await readNights(db, from, to),
      show: settings.publishNames,
    }),
    tonight: date,
    settings,
    words: wording(settings.language),
  }
}
