import type { ParentId, RecordedChange, RecordedEntry } from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import type { Wording } from '@night-routine/wording'
import { datedNight } from '../../text/dated-night.ts'
import type { Kind } from '../../text/caregiver-name.ts'
import {
  mostNamed,
  namedNights,
  nightLines,
  type LineFacts,
  type NightLine,
} from '../../text/history-lines.ts'
import { historyNotes } from './history-notes.ts'
import { historySentence } from '../../text/history-sentence.ts'
import { labelsOf } from '../../text/person-name.ts'
import { isSetUp, settingsLines } from '../../text/settings-lines.ts'

export interface HistoryFacts extends Omit<LineFacts, 'near'> {
  today: Temporal.PlainDate
  /** Newest first. */
  changes: readonly RecordedChange[]
  /** Whether older entries exist. */
  hasMore: boolean
  night: Temporal.PlainDate | null
  /** Only changes by this parent. */
  parent: ParentId | null
  /** The first day of the weeks that changes are listed by; null: by day. */
  weekStart: number | null
  /** Only changes older than this one; null on the first page. */
  before: bigint | null
  timeZone: string
  /** The changes that can be undone. */
  undoable: ReadonlySet<string>
}

/** Changes by day or week, newest first. */
export function historyView(facts: HistoryFacts) {
  const { changes, hasMore, night, parent, weekStart, before, tonight, people, wording } = facts
  const { say } = wording
  const dated = night && datedNight(night, tonight, wording)
  const labels = labelsOf(people, wording)
  const older = (hasMore && changes.at(-1)?.id.toString()) || null
  const heading = dated === null ? say('history.title') : say('history.ofNight', { date: dated })
  return {
    title: heading,
    heading,
    here: addressOf(facts, before?.toString()),
    night: night?.toString() ?? '',
    month: night?.toPlainYearMonth().toString() ?? '',
    people: parentIds.map(id => ({ id, name: labels[id], chosen: id === parent })),
    byWeek: weekStart !== null,
    days: byDay(facts),
    older,
    olderAddress: older && addressOf(facts, older),
    newest: before && addressOf(facts),
    all: addressOf({ ...facts, night: null }),
    empty: say(parent ? 'history.emptyChoice' : night ? 'history.emptyNight' : 'history.empty'),
  }
}

function byDay(facts: HistoryFacts) {
  const { changes, timeZone, today, weekStart, wording } = facts
  const days = new Map<string, ChangeView[]>()
  for (const change of changes) {
    const entries = entriesAbout(facts.night, change)
    const [first] = entries
    if (first === undefined) continue
    const local = first.at.toZonedDateTimeISO(timeZone)
    const near = local.toPlainDate()
    const clock = wording.time(local.toPlainTime())
    const date =
      weekStart === null ? dayText(near, today, wording) : weekText(near, weekStart, facts)
    const time = weekStart === null ? clock : `${wording.nightNear(near, near)}, ${clock}`
    const shown = days.get(date) ?? []
    shown.push(changeView(first, entries, { ...facts, near, time }))
    days.set(date, shown)
  }
  return [...days].map(([date, shown]) => ({ date: wording.capital(date), changes: shown }))
}

function dayText(day: Temporal.PlainDate, today: Temporal.PlainDate, wording: Wording): string {
  return day.equals(today) ? wording.say('date.today') : datedNight(day, today, wording)
}

/** "Monday 23 to Sunday 29 November" */
function weekText(
  day: Temporal.PlainDate,
  weekStart: number,
  { today, wording }: Pick<HistoryFacts, 'today' | 'wording'>,
): string {
  const first = day.subtract({ days: (day.dayOfWeek - weekStart + 7) % 7 })
  return wording.range(first.toString(), first.add({ days: 6 }).toString(), today)
}

/** One sync can restore events of several nights; the history of one night keeps its own. */
function entriesAbout(asked: Temporal.PlainDate | null, { entries }: RecordedChange) {
  const own = entries.filter(
    ({ action, night }) =>
      (action === 'edit-rejected' || action === 'event-restored') &&
      asked !== null &&
      night?.equals(asked) === true,
  )
  return own.length === 0 ? entries : own
}

/** The page that begins before this change, or the newest one, with what is chosen. */
function addressOf(
  { night, parent, weekStart }: Pick<HistoryFacts, 'night' | 'parent' | 'weekStart'>,
  before?: string,
): string {
  const query = new URLSearchParams({
    ...(before === undefined ? {} : { before }),
    ...(night === null ? {} : { night: night.toString() }),
    ...(parent === null ? {} : { parent }),
    ...(weekStart === null ? {} : { by: 'week' }),
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
    also: first.action === 'night-replanned' ? null : movedText(moved, wording),
    details: isFolded
      ? { title: wording.say('history.details'), notes, nights: [...decided, ...moved], settings }
      : null,
    undo: first.change !== null && undoable.has(first.change) ? first.change : null,
  }
}

function kindOf([first, ...others]: readonly NightLine[]): Kind {
  const { kind = 'unplanned' } = first?.after ?? {}
  return others.every(({ after }) => after.kind === kind) ? kind : 'unplanned'
}

/** "Robin has Saturday 12 and Monday 14 December instead. Alex has Sunday 13 instead"; null without any. */
function movedText(moved: readonly NightLine[], wording: Wording): string | null {
  const said = [...Map.groupBy(moved, ({ after }) => after.name).values()].map(nights => {
    const name = nights[0]?.after.person ?? null
    const date = namedNights(nights, wording)
    return name === null
      ? wording.capital(wording.say('history.line.noneHas', { date }))
      : wording.say('history.alsoMoved', { name, date })
  })
  return said.join('. ') || null
}
