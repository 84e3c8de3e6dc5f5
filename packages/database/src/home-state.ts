import { shownNight, type ShownNight } from './assignments.ts'
import { civilDateOrNull } from './civil-date.ts'
import type { Queryable } from './connect.ts'
import { homeFacts, type HomeFacts } from './home-facts.ts'
import type { Notice } from './notices.ts'
import type { Channel } from './notification-channels.ts'
import type { ParentId } from './night.ts'
import { openToken, type StoredToken } from './oauth-token.ts'
import type { Parent } from './parents.ts'
import { askPrepared } from './prepared.ts'
import type { TokenKeys } from './secret-keys.ts'
import type { Settings } from './settings.ts'
import type { WorkStatus } from './work.ts'

/** What a page of nights says, all of one moment. */
export interface HomeState {
  /** As `readPulse` has it. */
  revision: string
  settings: Settings
  parents: Record<ParentId, Parent>
  calendarName: string | null
  /** The channels of the selected calendar that have not been stopped. */
  channels: Pick<Channel, 'state' | 'expiration'>[]
  /** How far plan and push are, and publish where it fails. */
  work: Omit<WorkStatus, 'running'>[]
  notices: Notice[]
  disconnecting: boolean
  /** The nights asked for and all open nights after those, each once, in order. */
  nights: ShownNight[]
  /**
   * Opens the stored grant.
   * @throws TokenUnreadableError when none of the keys opens it
   */
  openToken: (keys: TokenKeys) => StoredToken | undefined
}

/** Nights from one to another, both included. */
interface NightRange {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

export interface HomeQuestion {
  shown: NightRange
  /** Also these; they may be among those shown. */
  next: NightRange
  /** The digest of an answer to the same question that the caller still has; null for none. */
  known: string | null
}

/** The state, or null where the caller knows it. */
export interface HomeAnswer {
  /** Differs as soon as anything in the state does. */
  digest: string
  /** As `readVisits` has it. */
  snapshot: string
  state: HomeState | null
}

type Row = Omit<HomeAnswer, 'state'> & { facts: HomeFacts | null }

/**
 * Reads it in one statement: ten questions asked one by one take the page five times as long.
 * @throws Error when the household has not been seeded yet
 */
export async function readHomeState(
  q: Queryable,
  { shown, next, known }: HomeQuestion,
): Promise<HomeAnswer> {
  const nights = [shown.from, shown.to, next.from, next.to].map(String)
  const asked = [...nights, known]
  const [row] = await askPrepared<Row>(q, homeFacts, asked)
  if (row === undefined) throw new Error('A select without a table has one row.')
  const { facts, ...same } = row
  return { ...same, state: facts && homeState(facts) }
}

function homeState({ settings, parents, token, ...facts }: HomeFacts): HomeState {
  const a = parents.find(({ id }) => id === 'a')
  const b = parents.find(({ id }) => id === 'b')
  if (!settings || !a || !b) throw new Error('The household has no settings yet: seed it first')
  return {
    ...facts,
    settings: {
      ...settings,
      countFrom: civilDateOrNull(settings.countFrom),
      lastPlannedOn: civilDateOrNull(settings.lastPlannedOn),
    },
    parents: { a, b },
    channels: facts.channels.map(({ state, expiration }) => ({
      state,
      expiration: instantOrNull(expiration),
    })),
    work: facts.work.map(work => ({
      ...work,
      requestNumber: BigInt(work.requestNumber),
      doneNumber: BigInt(work.doneNumber),
      nextAttemptAt: instantOrNull(work.nextAttemptAt),
      doneAt: instantOrNull(work.doneAt),
    })),
    notices: facts.notices.map(notice => ({
      ...notice,
      id: BigInt(notice.id),
      night: civilDateOrNull(notice.night),
      createdAt: Temporal.Instant.from(notice.createdAt),
    })),
    nights: facts.nights.map(night => shownNight({ ...night, id: BigInt(night.id) })),
    openToken: keys => (token === null ? undefined : openToken(keys, token)),
  }
}

function instantOrNull(text: string | null) {
  return text === null ? null : Temporal.Instant.from(text)
}
