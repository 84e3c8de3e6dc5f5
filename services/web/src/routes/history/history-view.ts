import type { RecordedChange, RecordedEntry } from '@night-routine/database'
import type { FlashView } from '../../flash.ts'
import { actorName } from '../../person-name.ts'
import { datedNight } from '../settings/dated-night.ts'
import { nightLines, type LineFacts, type NightLine } from './history-lines.ts'
import { historyNotes } from './history-notes.ts'
import { historySentence } from './history-sentence.ts'
import { settingsLines, type SettingLine } from './settings-lines.ts'

/** The history page. */
export interface HistoryView {
  title: string
  heading: string
  flash: FlashView | null
  /** The address of this page, to come back to after an undo. */
  here: string
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

/** One change: what it did, who made it and when, and what followed from it. */
interface ChangeView {
  /** The id of its line; null for a change that has none, such as a scheduled run. */
  anchor: string | null
  time: string
  instant: string
  /** A person's name, or our text for other actors. */
  who: string
  what: string
  /** What is folded; null if the line says it all. */
  details: {
    title: string
    notes: string[]
    nights: NightLine[]
    settings: SettingLine[]
  } | null
  /** The change that its button undoes. */
  undo: string | null
}

export interface HistoryFacts extends LineFacts {
  /** Newest first. */
  changes: readonly RecordedChange[]
  /** Whether older entries exist. */
  hasMore: boolean
  night: Temporal.PlainDate | null
  /** Only changes older than this one; null on the first page. */
  before: bigint | null
  timeZone: string
  /** The changes that can be undone. */
  undoable: ReadonlySet<string>
  flash: FlashView | null
}

/** Changes by day, newest first. */
export function historyView(facts: HistoryFacts): HistoryView {
  const { changes, hasMore, night, before, tonight, flash, wording } = facts
  const { say } = wording
  const dated = night && datedNight(night, tonight, wording)
  const heading = dated === null ? say('history.title') : say('history.ofNight', { date: dated })
  return {
    title: heading,
    heading,
    flash,
    here: addressOf(before, night),
    night: night?.toString() ?? '',
    month: night?.toPlainYearMonth().toString() ?? '',
    days: byDay(facts),
    older: (hasMore && changes.at(-1)?.id.toString()) || null,
    isOlder: before !== null,
    empty: night === null ? say('history.empty') : say('history.emptyNight'),
  }
}

function byDay(facts: HistoryFacts): HistoryView['days'] {
  const { changes, timeZone, tonight, wording } = facts
  const days = new Map<string, ChangeView[]>()
  for (const change of changes) {
    const entries = entriesAbout(facts.night, change)
    const [first] = entries
    if (first === undefined) continue
    const local = first.at.toZonedDateTimeISO(timeZone)
    const date = wording.capital(datedNight(local.toPlainDate(), tonight, wording))
    const shown = days.get(date) ?? []
    shown.push(changeView(first, entries, wording.time(local.toPlainTime()), facts))
    days.set(date, shown)
  }
  return [...days].map(([date, shown]) => ({ date, changes: shown }))
}

/** One sync can restore events of several nights; the history of one night keeps its own. */
function entriesAbout(
  asked: Temporal.PlainDate | null,
  { entries }: RecordedChange,
): readonly RecordedEntry[] {
  const own = entries.filter(
    ({ action, night }) =>
      (action === 'edit-rejected' || action === 'event-restored') &&
      asked !== null &&
      night?.equals(asked) === true,
  )
  return own.length === 0 ? entries : own
}

function addressOf(before: bigint | null, night: Temporal.PlainDate | null): string {
  const query = new URLSearchParams({
    ...(before === null ? {} : { before: before.toString() }),
    ...(night === null ? {} : { night: night.toString() }),
  })
  return query.size === 0 ? '/history' : `/history?${query.toString()}`
}

function changeView(
  first: RecordedEntry,
  entries: readonly RecordedEntry[],
  time: string,
  facts: HistoryFacts,
): ChangeView {
  const { wording, undoable } = facts
  const lines = nightLines(entries, facts)
  const settings = settingsLines(entries, facts)
  return {
    anchor: first.change,
    time,
    instant: first.at.toString({ smallestUnit: 'second' }),
    who: actorName(first, facts.people, wording),
    what: historySentence({ entries, settings, decided: lines.decided }, facts),
    details: detailsOf(historyNotes(entries, facts), lines, settings, facts),
    undo: first.change !== null && undoable.has(first.change) ? first.change : null,
  }
}

function detailsOf(
  notes: string[],
  { decided, moved }: ReturnType<typeof nightLines>,
  settings: SettingLine[],
  { night, wording }: HistoryFacts,
): ChangeView['details'] {
  const asked = night?.toString()
  const others = moved.filter(line => asked === undefined || line.night === asked)
  const nights = [...decided, ...others]
  if (notes.length + nights.length + settings.length === 0) return null
  const title =
    decided.length > 0 && others.length > 0
      ? wording.say('history.others', { count: others.length })
      : wording.say('history.details')
  return { title, notes, nights, settings }
}
