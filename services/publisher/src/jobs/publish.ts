import { parseSecretKeys, type Database } from '@night-routine/database/connection'
import { readNights, readParents } from '@night-routine/database/nights'
import { readPublication, savePublication } from '@night-routine/database/site'
import { readSettings, tonight } from '@night-routine/household'
import { stopWhenLost, type Job } from '@night-routine/jobs'
import { parentNames, wordingFor } from '@night-routine/wording'
import { accountIn, type PublisherDependencies } from '../config.ts'
import { PublishFailure } from '../failure.ts'
import { siteFiles } from '../notes/site-files.ts'
import { shownNames, siteRange, type SiteFacts } from '../notes/site-facts.ts'
import { publishFiles, takeDown } from '../site/agree.ts'

/** Publishes the plan while publishing is on; after that the site stays until a parent takes it down. */
export function publishJob(
  db: Database,
  { config, clock, logger, patience = {} }: PublisherDependencies,
): Job {
  const keys = parseSecretKeys(config.SECRET_KEYS)
  const account = accountIn(config)
  return async run => {
    const { publish } = await readSettings(db)
    const { removalRequestedAt } = await readPublication(db)
    if (!publish && removalRequestedAt === null) return undefined
    if (account === null) throw new PublishFailure('not-set-up')
    const { signal } = run
    const context = { db, keys, account, logger, patience, signal, check: stopWhenLost(run) }
    if (publish) {
      const facts = await readSiteFacts(db, clock.now())
      await publishFiles(context, siteFiles(facts))
      await savePublication(db, { publishedOn: facts.tonight, publishedAt: clock.now() })
    } else {
      await takeDown(context)
      await savePublication(db, {
        address: null,
        publishedOn: null,
        publishedAt: null,
        removalRequestedAt: null,
        site: null,
        mayCreateSite: true,
      })
    }
    return { restSeconds: config.PUBLISH_REST_SECONDS }
  }
}

async function readSiteFacts(db: Database, now: Temporal.Instant): Promise<SiteFacts> {
  const [settings, parents] = await Promise.all([readSettings(db), readParents(db)])
  const wording = wordingFor(settings.language)
  const date = tonight(settings, now)
  const { from, to } = siteRange(date)
  return {
    ...shownNames({
      names: parentNames(parents, wording),
      nights: await readNights(db, from, to),
      show: settings.publishNames,
    }),
    tonight: date,
    settings,
    wording,
  }
}
