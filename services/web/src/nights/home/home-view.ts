import type { Notice } from '@night-routine/database/calendar'
import type {
  Assignment,
  NightNote,
  NightOfHome,
  RecordedEntry,
  ShownNight,
} from '@night-routine/database/nights'
import { zoneOf, type Settings } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import type { Toast } from '../../plugins/toasts.ts'
import type { Connection } from '../../plugins/connection.ts'
import type { FinishView } from './finish-view.ts'
import { monthView } from './month-view.ts'
import { asksView, type AskView, type OpenAsk } from '../asks/asks-view.ts'
import { nightLink, type Trip } from './night-cell.ts'
import type { NightStep } from '../sheet/night-steps.ts'
import { nightView, type NightFacts } from '../sheet/night-view.ts'
import { statusLine, type StatusFacts } from './status-line.ts'
import { noticesView } from '../notices/notices-view.ts'
import { tonightView, type TonightView } from './tonight-view.ts'

export interface HomeFacts
  extends
    Omit<StatusFacts, 'publish' | 'timeZone'>,
    Pick<NightFacts, 'accounts' | 'choices' | 'history' | 'month' | 'people' | 'tonight'> {
  revision: string
  lastEntry: bigint | null
  settings: Pick<Settings, 'timeZone' | 'weekStart' | 'pastLimitDays' | 'publish'>
  /** Whether both parents have a name. */
  isNamed: boolean
  /** Those of the weeks shown, of the week from tonight on, and every open one; in order. */
  nights: readonly NightOfHome[]
  selected: Assignment | null
  step: NightStep | null
  weight: number | null
  /** The absences with dates of the weeks shown. */
  trips: readonly Trip[]
  /** What one parent asks the other, for nights from tonight on. */
  asks: readonly OpenAsk[]
  /** Whether the other parent has an account. */
  joined: boolean
  selectedNote?: NightNote | null
  /** The address of who reads. */
  readerEmail?: string | undefined
  lowDisk?: string | null | undefined
  /** The open notices, newest first. */
  notices: readonly Notice[]
  /** What the reader has not seen of how people sign in. */
  unseen?: readonly RecordedEntry[] | undefined
  /** Null until a calendar is chosen. */
  finish: FinishView | null
  /** The message over the page; the nights that it is about are marked. */
  toast: Pick<Toast, 'was'> | null
}

/** Tonight, the month, one night's details, and how things stand. */
export function homeView(facts: HomeFacts) {
  const { month, tonight, nights, people, wording, selected, connection, calendarName } = facts
  const { settings } = facts
  const timeZone = zoneOf(settings)
  const pending = facts.progress?.pending ?? []
  const notPast = ({ night }: ShownNight) => Temporal.PlainDate.compare(night, tonight) >= 0
  const asked = facts.asks.map(({ ask }) => ask.night)
  const chosen = [...(selected ? [selected] : []), ...swapped(facts.step)]
  const monthPart = monthView({
    ...facts,
    asked,
    pending,
    was: facts.toast?.was,
    weekStart: settings.weekStart,
    selected: chosen.map(each => each.night),
  })
  const status = statusLine({ ...facts, publish: settings.publish, timeZone })
  const band = tonightView({ ...facts, asked })
  const asks = asksView(facts.asks, { people, tonight, wording })
  const night = selected && sheetOf(selected, facts, { pending, asks, band })
  return {
    title: night?.heading ?? (monthPart.current ? titleOf(band, wording) : monthPart.title),
    revision: facts.revision,
    timeZone,
    zoneOffsets: zoneOffsets(timeZone),
    lastEntry: String(facts.lastEntry ?? 0),
    // A reload would lose what a parent is typing, or the button that undoes their change.
    lookAgain: status.tone === 'working' && selected === null && facts.toast === null,
    here: month === null ? '/' : `/?month=${month.toString()}`,
    notices: noticesView(facts.notices, { ...facts, ...people }),
    tonight: band,
    tonightDate: wording.night(tonight),
    note: nights.find(each => each.night.equals(tonight))?.note ?? null,
    month: monthPart,
    shownMonth: month?.toString() ?? null,
    night,
    asks,
    open: openNights(
      nights.filter(each => each.caregiver === null && notPast(each)),
      wording,
    ),
    status,
    calendarName,
    firstSteps: facts.disconnecting ? null : firstSteps(connection, calendarName, facts.isNamed),
    finish: facts.finish,
    offline: offlineText(facts.now, timeZone, wording),
  }
}

/** The nights of a swap that is not made yet. */
function swapped(step: NightStep | null): readonly Assignment[] {
  return step?.preview?.nights ?? []
}

function sheetOf(
  assignment: Assignment,
  facts: HomeFacts,
  shown: { pending: readonly Temporal.PlainDate[]; asks: AskView[]; band: TonightView | null },
) {
  const { pending, asks, band } = shown
  return nightView({
    ...facts,
    whenAway: band?.whenAway ?? [],
    assignment,
    note: facts.selectedNote ?? null,
    asks: asks.filter(ask => ask.night === assignment.night.toString()),
    pending: pending.some(each => each.equals(assignment.night)),
  })
}

function offlineText(now: Temporal.Instant, timeZone: string, wording: Wording): string {
  const local = now.toZonedDateTimeISO(timeZone)
  return wording.say('home.offline', {
    time: wording.time(local.toPlainTime()),
    date: wording.night(local.toPlainDate()),
  })
}

/** How many open nights are listed. */
const listedOpen = 5

function openNights(nights: readonly ShownNight[], wording: Wording) {
  if (nights.length === 0) return null
  const more = nights.length - listedOpen
  return {
    lines: nights.slice(0, listedOpen).map(night => ({
      date: wording.capital(wording.night(night.night)),
      link: nightLink(night.night.toPlainYearMonth(), night),
    })),
    more: more > 0 ? wording.say('notice.more', { count: more }) : null,
  }
}

function titleOf(tonight: TonightView | null, { say }: Wording): string {
  return tonight ? say('home.title', { name: tonight.who }) : say('home.nothingPlanned')
}

// The banner of every page covers a broken grant.
function firstSteps({ state }: Connection, calendarName: string | null, isNamed: boolean) {
  if (state === 'broken') return null
  const connect = state === 'absent'
  const choose = calendarName === null
  if (!connect && !choose && isNamed) return null
  return { connect, choose, names: !isNamed, namesNext: !connect && !choose }
}

/**
 * The offsets of a zone in January and July 2030, as `Date.getTimezoneOffset` returns them: minutes from the zone's
 * clock to UTC. Where a browser's differ, its clock is another one.
 */
export function zoneOffsets(timeZone: string): string {
  const offsets = [1, 7].map(month => {
    const start = Temporal.PlainDate.from({ year: 2030, month, day: 1 })
    return Math.trunc(-start.toZonedDateTime(timeZone).offsetNanoseconds / 60_000_000_000)
  })
  return offsets.join()
}
