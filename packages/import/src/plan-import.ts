import { isDeepStrictEqual } from 'node:util'
import { parentCalled, sameName } from '@night-routine/calendar'
import type { ImportedEvent } from '@night-routine/database/calendar'
import type {
  Assignment,
  Caregiver,
  NightDecision,
  ParentId,
  Reason,
} from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import {
  findSetting,
  initialSettings,
  isBefore,
  longestHorizon,
  nameError,
  type HouseholdSettings,
} from '@night-routine/household'
import { message, sameAssignee, tidyName, type Message } from '@night-routine/wording'
import type { ImportFacts, ImportOptions } from './import-facts.ts'
import { whoAreParents, type NamesOfParents } from './who-are-parents.ts'
import type { ImportedHousehold, ImportedNight } from './imported.ts'

/**
 * What happens with a night. `past`: it becomes a past night as it was. `locked`: it is locked, as it was there.
 * `there`: it is here already. `planned`: it is not decided, so our plan chooses. `kept`: it was decided here, and stays.
 */
export type Outcome = 'past' | 'locked' | 'there' | 'planned' | 'kept' | 'skipped'

export type ImportPlan = ReturnType<typeof planImport>

/** Decides what an import does; pure. @throws ImportRefusal if it is not clear who the parents are */
export function planImport(
  imported: ImportedHousehold,
  facts: ImportFacts,
  options: ImportOptions = {},
) {
  const names = whoAreParents(imported, facts, options)
  const settings = settingsAfter(imported, facts.settings, names)
  const stored = new Map(facts.nights.map(night => [night.night.toString(), night]))
  const judged = imported.nights.map(night =>
    judgeNight(night, stored.get(night.night), { names, facts, options }),
  )
  const decided = (wanted: Outcome) =>
    judged.flatMap(({ outcome, decision }) => (outcome === wanted && decision ? [decision] : []))
  const events = eventsOf(imported, facts)
  const isOurs = options.takesEvents !== false
  return {
    source: imported.source,
    names,
    settings,
    /** What of them comes from the file, by the names of their fields. */
    takenSettings: takenSettings(facts.settings, settings),
    past: decided('past'),
    locked: decided('locked'),
    /** Events in the calendar that become ours. */
    events: isOurs ? events : [],
    /** How many stay as they are, because their calendar cannot be chosen here. */
    foreignEvents: isOurs ? 0 : events.length,
    calendar: imported.calendar,
    months: byMonth(judged),
    skipped: skippedNights(judged),
    unknownNames: unknownNames(judged),
    unread: imported.unread,
    mayBeOld: imported.mayBeOld,
  }
}

export function isEmpty(plan: ImportPlan): boolean {
  const { past, locked, takenSettings: taken, events } = plan
  return past.length + locked.length + taken.length + events.length === 0
}

interface JudgedNight {
  night: Temporal.PlainDate
  caregiver: Caregiver | null
  outcome: Outcome
  decision: NightDecision | null
  says: Message | null
  /** A name that is neither a parent's nor a babysitter's. */
  unknown: string | null
}

function judgeNight(
  imported: ImportedNight,
  stored: Assignment | undefined,
  judging: Parameters<typeof assigneeOf>[1],
): JudgedNight {
  const { tonight, today } = judging.facts.change
  const night = Temporal.PlainDate.from(imported.night)
  const skipped = { night, caregiver: null, outcome: 'skipped', decision: null } as const
  if (isBefore(tonight.add({ days: longestHorizon }), night))
    return { ...skipped, says: message('import.tooFar', { days: longestHorizon }), unknown: null }
  const who = assigneeOf(imported, judging)
  if ('says' in who) return { ...skipped, ...who }
  const { caregiver, babysitter } = who
  const locked = imported.locked || caregiver === 'babysitter'
  const reason: Reason =
    caregiver === 'babysitter' || locked ? 'Override' : reasonOf(imported.reason)
  const decision = {
    night,
    caregiver,
    babysitter,
    reason,
    override: locked,
    explanation: null,
    decidedOn: today,
  }
  const outcome = outcomeOf(decision, stored, tonight)
  return { night, caregiver, outcome, decision, says: null, unknown: null }
}

function outcomeOf(
  decision: NightDecision,
  stored: Assignment | undefined,
  tonight: Temporal.PlainDate,
): Outcome {
  const { night, override } = decision
  const isAhead = isBefore(tonight, night)
  if (isAhead && !override) return 'planned'
  if (stored === undefined || stored.caregiver === null) return isAhead ? 'locked' : 'past'
  const isSame = sameAssignee(stored, decision)
  if (isBefore(night, tonight) || !override) return isSame ? 'there' : 'kept'
  if (stored.override) return isSame ? 'there' : 'kept'
  return 'locked'
}

type Who =
  | { caregiver: Caregiver; babysitter: { name: string } | null }
  | { says: Message; unknown: string | null }

function assigneeOf(
  { name, kind }: ImportedNight,
  { names, facts, options }: { names: NamesOfParents; facts: ImportFacts; options: ImportOptions },
): Who {
  const parent = parentNamed(name, names, facts)
  if (kind !== 'babysitter') {
    if (parent !== undefined) return { caregiver: parent, babysitter: null }
    const isBabysitter =
      options.othersAreBabysitters === true ||
      (options.babysitters ?? []).some(one => sameName(one, name))
    if (!isBabysitter) return { says: message('import.unknownName', { name }), unknown: name }
  }
  // Their events would name the parent.
  if (parent !== undefined)
    return { says: message('import.parentBabysits', { name }), unknown: null }
  if (nameError(name) !== null)
    return { says: message('import.oddName', { name: shown(name) }), unknown: null }
  return { caregiver: 'babysitter', babysitter: { name: tidyName(name) } }
}

function parentNamed(
  name: string,
  names: NamesOfParents,
  { settings: { parents }, change: { earlierNames } }: ImportFacts,
): ParentId | undefined {
  const said = parentIds.find(id => names[id].some(one => sameName(one, name)))
  const own = { a: parents.a.name ?? '', b: parents.b.name ?? '' }
  return said ?? parentCalled(name, { names: own, earlierNames })
}

const reasons: Readonly<Record<string, Reason>> = {
  Unavailability: 'Unavailability',
  'Total Count': 'Total Count',
  'Recent Count': 'Recent Count',
  'Consecutive Limit': 'Consecutive Limit',
  Alternating: 'Alternating',
  // Reasons of night-routine that we don't have, by what they did.
  'Consecutive Avoidance': 'Total Count',
  'Double Consecutive Swap': 'Alternating',
}

function reasonOf(reason: string | null): Reason {
  return (reason !== null && Object.hasOwn(reasons, reason) && reasons[reason]) || 'Override'
}

const foreignSettings = [
  'lookAheadDays',
  'pastLimitDays',
  'updateFrequency',
  'statisticsOrder',
] as const

/** The settings with what the file has where nothing was chosen here. */
function settingsAfter(
  imported: ImportedHousehold,
  current: HouseholdSettings,
  names: NamesOfParents,
): HouseholdSettings {
  const person = (id: ParentId) => {
    const parent = current.parents[id]
    const chosen = parent.unavailableWeekdays.length > 0
    return {
      ...parent,
      name: parent.name ?? names[id][0] ?? null,
      unavailableWeekdays: chosen ? parent.unavailableWeekdays : imported.unavailableWeekdays[id],
    }
  }
  const taken = foreignSettings
    .filter(name => current[name] === initialSettings[name])
    .map(name => [name, imported.settings[name]] as const)
    .filter(([name, value]) => findSetting(name)?.isAllowed(value))
  const parents = { a: person('a'), b: person('b') }
  return { ...current, ...Object.fromEntries(taken), parents }
}

function takenSettings(before: HouseholdSettings, after: HouseholdSettings): string[] {
  const own = foreignSettings.filter(name => before[name] !== after[name])
  const ofParents = parentIds.flatMap(id =>
    (['name', 'unavailableWeekdays'] as const)
      .filter(field => !isDeepStrictEqual(before.parents[id][field], after.parents[id][field]))
      .map(field => `parents.${id}.${field}`),
  )
  return [...ofParents, ...own]
}

/** Before a calendar was chosen there, the account's main one had the events. */
export const mainCalendar = 'primary'

/** Every event from tonight on: also of nights that our plan decides, because it writes those events, too. */
function eventsOf({ calendar, nights }: ImportedHousehold, { change, knownEvents }: ImportFacts) {
  const calendarId = calendar?.id ?? mainCalendar
  return nights.flatMap(({ night: date, eventId }): ImportedEvent[] => {
    const night = Temporal.PlainDate.from(date)
    return eventId === null || isBefore(night, change.tonight) || knownEvents.has(eventId)
      ? []
      : [{ calendarId, eventId, night }]
  })
}

/** How many nights of each month are whose, and have each outcome; only `past` and `locked` are new. */
function byMonth(judged: readonly JudgedNight[]) {
  const months = Map.groupBy(judged, ({ night }) => night.toPlainYearMonth().toString())
  return [...months].map(([month, nights]) => {
    const counts = { a: 0, b: 0, babysitter: 0 }
    const outcomes = { past: 0, locked: 0, there: 0, planned: 0, kept: 0, skipped: 0 }
    for (const { caregiver, outcome } of nights) {
      outcomes[outcome] += 1
      if (caregiver !== null && (outcome === 'past' || outcome === 'locked')) counts[caregiver] += 1
    }
    return { month: Temporal.PlainYearMonth.from(month), nights: counts, outcomes }
  })
}

/** Why nights are skipped, and which. */
function skippedNights(judged: readonly JudgedNight[]) {
  const skipped = judged.flatMap(({ night, says }) => (says === null ? [] : [{ night, says }]))
  return [...Map.groupBy(skipped, ({ says }) => JSON.stringify(says)).values()].flatMap(group =>
    group[0] === undefined
      ? []
      : [{ says: group[0].says, nights: group.map(({ night }) => night) }],
  )
}

/** Names that are no parent's and no babysitter's, the most frequent first. */
function unknownNames(judged: readonly JudgedNight[]): string[] {
  const names = judged.flatMap(({ unknown }) => unknown ?? [])
  return [...Map.groupBy(names, name => name).values()]
    .toSorted((one, two) => two.length - one.length)
    .flatMap(([name]) => name ?? [])
}

function shown(name: string): string {
  return Array.from(name.replaceAll(/\p{C}/gu, ' ')).slice(0, 60).join('')
}
