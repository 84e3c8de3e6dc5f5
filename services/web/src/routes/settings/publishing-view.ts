import type { Publication, WorkStatus } from '@night-routine/database'
import { publishFailureReasons } from '@night-routine/household'
import { wording, type Wording } from '@night-routine/wording'

/** How it stands with the published site, as the template prints it. */
export interface PublishingView {
  /** What there is to say, in order; the first says how it stands. */
  lines: string[]
  trouble: boolean
  /** Where the site is read; null while there is none. */
  address: string | null
  /** Whether there is something to take down, and publishing is off. */
  takeDown: boolean
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
  const { address, removalAskedAt } = publication
  const asked = work !== undefined && work.requestNumber > work.doneNumber
  const wanted = publish || removalAskedAt !== null
  const failure = wanted && asked ? (work.lastError ?? null) : null
  const takeDown = !publish && removalAskedAt === null && publication.site !== null
  const lines =
    failure === null
      ? [words.say(stateOf(facts, asked), { ago: ago(facts) })]
      : [inWords(failure, words), words.say('publishing.planStays')]
  return { lines, trouble: failure !== null, address, takeDown }
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

// The marker keeps what failed in English, as the log does; what we know of it is said in the language.
const failures = new Map(
  [
    ...publishFailureReasons.map(reason => `publishFailure.${reason}` as const),
    'status.failed' as const,
  ].map(key => [wording('en').say(key), key]),
)

function inWords(failure: string, { say }: Wording): string {
  const known = failures.get(failure)
  return known === undefined ? failure : say(known)
}

function ago({ publication, now, words }: PublishingFacts): string {
  const minutes = Math.floor(now.since(publication.publishedAt ?? now).total('minutes'))
  if (minutes < 1) return words.say('status.justNow')
  if (minutes < 60) return words.ago(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? words.ago(hours, 'hour') : words.ago(Math.floor(hours / 24), 'day')
}
