import type { JobStatus } from '@night-routine/database/jobs'
import type { Publication } from '@night-routine/database/site'
import { sitePasswordLengths } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import { failureText } from '../../plugins/failure-text.ts'

export interface PublishingFacts {
  publish: boolean
  publication: Publication
  /** The publish job request; undefined before the first one. */
  job: JobStatus | undefined
  now: Temporal.Instant
  wording: Wording
}

/** The status of the published site: up to date, or why not. */
export function publishingView(facts: PublishingFacts) {
  const { publish, publication, job, wording } = facts
  const { address, removalRequestedAt, hasPassword } = publication
  const asked = job !== undefined && job.requestNumber > job.doneNumber
  const wanted = publish || removalRequestedAt !== null
  const failure = wanted && asked ? (job.lastError ?? null) : null
  const lines =
    failure === null
      ? [
          wording.say(stateOf(facts, asked), {
            ago: wording.ago(publication.publishedAt ?? facts.now, facts.now),
          }),
          ...(hasPassword ? [wording.say('publishing.hasPassword')] : []),
        ]
      : [failureText(failure, wording), wording.say('publishing.planStays')]
  return {
    lines,
    trouble: failure !== null,
    address,
    takeDown: !publish && removalRequestedAt === null && publication.site !== null,
    newAddress: publish && publication.site !== null,
    hasPassword,
    /** Not while publishing is off and pages remain. */
    mayHavePassword: publish || publication.site === null,
    ...sitePasswordLengths,
  }
}

function stateOf({ publish, publication }: PublishingFacts, asked: boolean) {
  const { site, publishedAt, removalRequestedAt } = publication
  if (!publish) {
    if (removalRequestedAt !== null) return 'publishing.takingDown'
    return site === null ? 'publishing.off' : 'publishing.stillThere'
  }
  if (publishedAt === null) return 'publishing.first'
  return asked ? 'publishing.updating' : 'publishing.upToDate'
}
