import type { RecordedChange, RecordedEntry } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'
import { datedNight } from '../settings/dated-night.ts'
import { nightLines, type LineFacts, type NightLine } from './history-lines.ts'
import { historyNotes } from './history-notes.ts'
import { settingsLines, type SettingLine } from './settings-lines.ts'

/** The history page. */
export interface HistoryView {
  title: string
  heading: string
  /** YYYY-MM-DD, the filter by night; empty for all. */
  night: string
  /** The month of this night; empty for all. */
  month: string
  days: { date: string; changes: ChangeView[] }[]
  /** Where the next page starts; null on the last one. */
  older: string | null
  /** Not the first page. */
  isOlder: boolean
  empty: string
}

/** One change: when, who, what, before and after. */
interface ChangeView {
  time: string
  instant: string
  /** A person's address, or our text for other actors. */
  who: string
  what: string
  notes: string[]
  nights: NightLine[]
  settings: SettingLine[]
  /** The nights that the plan moved because of it, folded if there are many. */
  others: { title: string; folded: boolean; nights: NightLine[] } | null
  undo: string | null
}

export interface HistoryFacts extends LineFacts {
  /** Newest first. */
  changes: readonly RecordedChange[]
  /** Whether older entries exist. */
  hasMore: boolean
  night: Temporal.PlainDate | null
  isOlder: boolean
  timeZone: string
  /** The change that can be undone. */
  undoable: string | null
}

/** Changes by day, newest first. */
export function historyView(facts: HistoryFacts): HistoryView {
  const { changes, hasMore, night, isOlder, tonight, words } = facts
  const { say } = words
  const dated = night && datedNight(night, tonight, words)
  const heading = dated === null ? say('history.title') : say('history.ofNight', { date: dated })
  return {
    title: heading,
    heading,
    night: night?.toString() ?? '',
    month: night?.toPlainYearMonth().toString() ?? '',
    days: byDay(facts),
    older: (hasMore && changes.at(-1)?.id.toString()) || null,
    isOlder,
    empty: night === null ? say('history.empty') : say('history.emptyNight'),
  }
}

function byDay(facts: HistoryFacts): HistoryView['days'] {
  const { changes, timeZone, tonight, words } = facts
  const days = new Map<string, ChangeView[]>()
  for (const change of changes) {
    const [first] = change.entries
    if (first === undefined) continue
    const local = first.at.toZonedDateTimeISO(timeZone)
    const date = words.capital(datedNight(local.toPlainDate(), tonight, words))
    const shown = days.get(date) ?? []
    shown.push(changeView(first, change.entries, words.time(local.toPlainTime()), facts))
    days.set(date, shown)
  }
  return [...days].map(([date, shown]) => ({ date, changes: shown }))
}

/** Up to this many nights are not folded. */
const seenAtOnce = 3

function changeView(
  first: RecordedEntry,
  entries: readonly RecordedEntry[],
  time: string,
  facts: HistoryFacts,
): ChangeView {
  const { words, undoable } = facts
  const { decided, moved } = nightLines(entries, facts)
  const asked = facts.night?.toString()
  const others = moved.filter(({ night }) => asked === undefined || night === asked)
  const isPlan = decided.length === 0 && first.action === 'night-replanned'
  return {
    time,
    instant: first.at.toString({ smallestUnit: 'second' }),
    who: whoOf(first, words),
    what: whatOf(first, words),
    notes: historyNotes(entries, facts),
    nights: isPlan && others.length <= seenAtOnce ? others : decided,
    settings: settingsLines(entries, facts),
    others:
      others.length === 0 || (isPlan && others.length <= seenAtOnce)
        ? null
        : {
            title: words.say('history.others', { count: others.length }),
            folded: others.length > seenAtOnce,
            nights: others,
          },
    undo: first.change !== null && first.change === undoable ? undoable : null,
  }
}

function whoOf({ actorKind, actor }: RecordedEntry, { say }: Wording): string {
  if (actorKind === 'person') return actor ?? say('history.somebody')
  return say(`history.${actorKind}`)
}

const actions = [
  'babysitter-booked',
  'night-given',
  'nights-swapped',
  'night-unlocked',
  'change-taken-back',
  'absence-added',
  'absence-removed',
  'settings-changed',
  'calendar-disconnected',
  'nights-planned',
  'nights-unplanned',
  'night-replanned',
  'edit-rejected',
  'event-restored',
  'night-noted',
  'note-undone',
] as const

function whatOf({ action }: RecordedEntry, { say }: Wording): string {
  return say(`history.did.${actions.find(known => known === action) ?? 'other'}`)
}
