import type { RecordedChange, RecordedEntry } from '@night-routine/database/nights'
import type { Wording } from '@night-routine/wording'
import { datedNight } from '../../text/dated-night.ts'
import type { Kind } from '../../text/caregiver-name.ts'
import { nightLines, type LineFacts, type NightLine } from '../../text/history-lines.ts'
import { historyNotes } from './history-notes.ts'
import { historySentence, mostNamed } from '../../text/history-sentence.ts'
import { isSetUp, settingsLines } from '../../text/settings-lines.ts'

export interface HistoryFacts extends Omit<LineFacts, 'near'> {
  today: Temporal.PlainDate
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
}

export type HistoryView = NonNullable<ReturnType<typeof historyView>>

/** Changes by day, newest first. */
export function historyView(facts: HistoryFacts) {
  const { changes, hasMore, night, before, tonight, wording } = facts
  const { say } = wording
  const dated = night && datedNight(night, tonight, wording)
  const heading = dated === null ? say('history.title') : say('history.ofNight', { date: dated })
  return {
    title: heading,
    heading,
    here: addressOf(before, night),
    night: night?.toString() ?? '',
    month: night?.toPlainYearMonth().toString() ?? '',
    days: byDay(facts),
    older: (hasMore && changes.at(-1)?.id.toString()) || null,
    isOlder: before !== null,
    empty: night === null ? say('history.empty') : say('history.emptyNight'),
  }
}

function byDay(facts: HistoryFacts) {
  const { changes, timeZone, today, wording } = facts
  const days = new Map<string, ChangeView[]>()
  for (const change of changes) {
    const entries = entriesAbout(facts.night, change)
    const [first] = entries
    if (first === undefined) continue
    const local = first.at.toZonedDateTimeISO(timeZone)
    const near = local.toPlainDate()
    const date = near.equals(today) ? wording.say('date.today') : datedNight(near, today, wording)
    const shown = days.get(date) ?? []
    const time = wording.time(local.toPlainTime())
    shown.push(changeView(first, entries, { ...facts, near, time }))
    days.set(date, shown)
  }
  return [...days].map(([date, shown]) => ({ date: wording.capital(date), changes: shown }))
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

type ChangeView = NonNullable<ReturnType<typeof changeView>>

function changeView(
  first: RecordedEntry,
  entries: readonly RecordedEntry[],
  facts: HistoryFacts & LineFacts & { time: string },
) {
  const { night, time, undoable, wording } = facts
  const asked = night?.toString()
  const lines = nightLines(entries, facts)
  const { decided } = lines
  const moved = lines.moved.filter(line => asked === undefined || line.night === asked)
  const settings = isSetUp(first) ? [] : settingsLines(entries, facts)
  const notes = historyNotes(entries, facts)
  const isFolded =
    moved.length > 1 || decided.length > mostNamed || settings.length + notes.length > 0
  return {
    anchor: first.change,
    time,
    instant: first.at.toString({ smallestUnit: 'second' }),
    kind: kindOf(decided),
    what: historySentence(first, entries, facts),
    also: first.action === 'night-replanned' ? null : onlyMove(moved, wording),
    details: isFolded
      ? {
          title: foldText(first, lines, moved, wording),
          notes,
          nights: [...decided, ...moved],
          settings,
        }
      : null,
    undo: first.change !== null && undoable.has(first.change) ? first.change : null,
  }
}

function kindOf([first, ...others]: readonly NightLine[]): Kind {
  const { kind = 'unplanned' } = first?.after ?? {}
  return others.every(({ after }) => after.kind === kind) ? kind : 'unplanned'
}

/** "Robin has Saturday 12 December instead" */
function onlyMove([one, ...others]: readonly NightLine[], { say }: Wording): string | null {
  const name = one?.after.person ?? null
  if (one === undefined || name === null || others.length > 0) return null
  return say('history.alsoMoved', { name, date: one.onDate })
}

function foldText(
  { action }: RecordedEntry,
  { decided }: { decided: readonly NightLine[] },
  moved: readonly NightLine[],
  { say }: Wording,
): string {
  const count = moved.length
  if (count < 2 || action === 'night-replanned') return say('history.details')
  return decided.length > 0
    ? say('history.others', { count })
    : say('history.line.replanned', { count })
}
