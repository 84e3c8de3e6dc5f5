import type { Publication, WorkStatus } from '@night-routine/database'
import { sitePasswordLengths } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import { publishFailureWords } from '../../publish-failure-words.ts'

/** How it stands with the published site, as the template prints it. */
export interface PublishingView {
  /** What there is to say, in order; the first says how it stands. */
  lines: string[]
  trouble: boolean
  /** Where the site is read; null while there is none. */
  address: string | null
  /** Whether there is something to take down, and publishing is off. */
  takeDown: boolean
  /** Whether there is a site that could have another address. */
  newAddress: boolean
  /** Whether readers need a password. */
  hasPassword: boolean
  /** Whether it can be set: not while publishing is off and pages are still there. */
  mayHavePassword: boolean
  shortest: number
  longest: number
}

export interface PublishingFacts {
  publish: boolean
  publication: Publication
  /** The marker of publishing; undefined before anybody asked for it. */
  work: WorkStatus | undefined
  now: Temporal.Instant
  words: Wording
}

/** How it stands with the published site: what keeps it from agreeing with the plan, or that it does. */
export function publishingView(facts: PublishingFacts): PublishingView {
  const { publish, publication, work, words } = facts
  const { address, removalAskedAt, hasPassword } = publication
  const asked = work !== undefined && work.requestNumber > work.doneNumber
  const wanted = publish || removalAskedAt !== null
  const failure = wanted && asked ? (work.lastError ?? null) : null
  const takeDown = !publish && removalAskedAt === null && publication.site !== null
  const lines =
    failure === null
      ? [
          words.say(stateOf(facts, asked), { ago: ago(facts) }),
          ...(hasPassword ? [words.say('publishing.hasPassword')] : []),
        ]
      : [publishFailureWords(failure, words), words.say('publishing.planStays')]
  const newAddress = publish && publication.site !== null
  return {
    lines,
    trouble: failure !== null,
    address,
    takeDown,
    newAddress,
    hasPassword,
    mayHavePassword: publish || publication.site === null,
    ...sitePasswordLengths,
  }
}

function stateOf({ publish, publication }: PublishingFacts, asked: boolean) {
  const { site, publishedAt, removalAskedAt } = publication
  if (!publish) {
    if (removalAskedAt !== null) return 'publishing.takingDown'
    return site === null ? 'publishing.off' : 'publishing.stillThere'
  }
  if (publishedAt === null) return 'publishing.begins'
  return asked ? 'publishing.updating' : 'publishing.upToDate'
}

function ago({ publication, now, words }: PublishingFacts): string {
  const minutes = Math.floor(now.since(publication.publishedAt ?? now).total('minutes'))
  if (minutes < 1) return words.say('status.justNow')
  if (minutes < 60) return words.ago(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? words.ago(hours, 'hour') : words.ago(Math.floor(hours / 24), 'day')
}
