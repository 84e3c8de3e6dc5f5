import type {
  Assignment,
  Notice,
  ParentId,
  RecordedEntry,
  ShownNight,
} from '@night-routine/database'
import { areNamed, type Settings } from '@night-routine/household'
import type { PushProgress } from '@night-routine/calendar-sync'
import type { Wording } from '@night-routine/wording'
import type { FlashView } from '../../flash.ts'
import type { Connection } from '../../connection.ts'
import { monthView, type MonthView } from './month-view.ts'
import { caregiverName, nightLink, type Kind, type NightLink, type People } from './night-cell.ts'
import type { NightChoices } from './night-choices.ts'
import { nightView, sentence, type NightView } from './night-view.ts'
import { statusLine, type StatusFacts, type StatusLine } from './status-line.ts'
import { noticesView, type NoticesView } from './notices-view.ts'

/** One night in words: tonight, or one of the next. */
interface NightLine {
  date: string
  name: string
  kind: Kind
  locked: boolean
  link: NightLink
  sentence: string | null
}

/** Tonight, and the other parent it can be given to with one press. */
interface TonightView extends NightLine {
  give: { to: ParentId; name: string } | null
}

/** The home page as its template prints it. */
export interface HomeView {
  title: string
  /** What the page is a picture of, for the script that keeps it so. */
  revision: string
  /** The household's time zone; where the browser's clock differs, a script asks once. */
  timeZone: string
  lookAgain: boolean
  flash: FlashView | null
  notices: NoticesView | null
  tonight: TonightView | null
  tonightDate: string
  month: MonthView
  people: { name: string; kind: Kind }[]
  night: NightView | null
  upcoming: NightLine[]
  /** The first open nights, for a parent to decide, and how many more there are. */
  open: { lines: NightLine[]; more: string | null } | null
  status: StatusLine
  account: string | null
  calendarName: string | null
  /** What is left to do before the calendar fills: the first step not done is the page's main button. */
  firstSteps: { connect: boolean; choose: boolean; names: boolean; namesNext: boolean } | null
  planned: boolean
}

export interface HomeFacts {
  revision: string
  settings: Pick<Settings, 'timeZone' | 'weekStart' | 'pastLimitDays' | 'publish'>
  people: People
  month: Temporal.PlainYearMonth
  tonight: Temporal.PlainDate
  /** Those of the weeks shown, of the eight days from tonight on, and every open one; in order. */
  nights: readonly ShownNight[]
  selected: Assignment | null
  /** Null where the selected night cannot be changed, or none is selected. */
  choices: NightChoices | null
  /** The newest entries about the selected night. */
  history: readonly RecordedEntry[]
  connection: Connection
  calendarName: string | null
  jobs: StatusFacts['jobs']
  /** How far the push that is asked for is; null where none is. */
  progress: PushProgress | null
  live: boolean
  /** The open notices, newest first. */
  notices: readonly Notice[]
  disconnecting: boolean
  now: Temporal.Instant
  flash: FlashView | null
  words: Wording
}

const upcomingNights = 7

/** Tonight, the month, one night's details, and how things stand. */
export function homeView(facts: HomeFacts): HomeView {
  const { month, tonight, nights, people, words, selected, connection, calendarName } = facts
  const { choices, history, settings } = facts
  const pending = facts.progress?.pending ?? []
  const line = (assignment: ShownNight): NightLine => ({
    date: words.capital(words.night(assignment.night)),
    name: caregiverName(assignment, people, words),
    kind: assignment.caregiver ?? 'open',
    locked: assignment.override,
    link: nightLink(assignment.night.toPlainYearMonth(), assignment),
    sentence: sentence(assignment, people, words),
  })
  const isTonight = ({ night }: ShownNight) => night.equals(tonight)
  const last = tonight.add({ days: upcomingNights })
  const isNext = ({ night }: ShownNight) =>
    Temporal.PlainDate.compare(night, tonight) > 0 && Temporal.PlainDate.compare(night, last) <= 0
  const notPast = ({ night }: ShownNight) => Temporal.PlainDate.compare(night, tonight) >= 0
  const monthPart = monthView({ ...facts, pending, weekStart: settings.weekStart })
  const status = statusLine({
    ...facts,
    publish: settings.publish,
    timeZone: settings.timeZone,
  })
  return {
    title: monthPart.title,
    revision: facts.revision,
    timeZone: settings.timeZone,
    // A reload would lose what a parent is typing, or the button that undoes their change.
    lookAgain: status.tone === 'working' && selected === null && facts.flash === null,
    flash: facts.flash,
    notices: noticesView(facts.notices, { names: people.names, words }),
    tonight:
      nights
        .filter(isTonight)
        .map(night => ({ ...line(night), give: otherParent(night, people) }))[0] ?? null,
    tonightDate: words.night(tonight),
    month: monthPart,
    people: [
      { name: people.names.a, kind: 'a' },
      { name: people.names.b, kind: 'b' },
      { name: words.say('person.babysitter'), kind: 'babysitter' },
    ],
    night:
      selected &&
      nightView({
        assignment: selected,
        choices,
        history,
        settings,
        pending: pending.some(night => night.equals(selected.night)),
        month,
        people,
        words,
      }),
    upcoming: nights.filter(isNext).map(line),
    open: openNights(
      nights.filter(night => night.caregiver === null && notPast(night)).map(line),
      words,
    ),
    status,
    account: connection.state === 'connected' ? connection.account : null,
    calendarName,
    firstSteps: facts.disconnecting ? null : firstSteps(connection, calendarName, people),
    planned: nights.length > 0,
  }
}

/** How many open nights are listed. */
const listedOpen = 5

function openNights(lines: NightLine[], { say }: Wording): HomeView['open'] {
  if (lines.length === 0) return null
  const more = lines.length - listedOpen
  return {
    lines: lines.slice(0, listedOpen),
    more: more > 0 ? say('notice.more', { count: more }) : null,
  }
}

function otherParent({ caregiver }: ShownNight, { names }: People): TonightView['give'] {
  if (caregiver !== 'a' && caregiver !== 'b') return null
  const to = caregiver === 'a' ? 'b' : 'a'
  return { to, name: names[to] }
}

// A grant that was there and broke is the banner's business, on every page.
function firstSteps(
  { state }: Connection,
  calendarName: string | null,
  { names }: People,
): HomeView['firstSteps'] {
  if (state === 'broken') return null
  const connect = state === 'absent'
  const choose = calendarName === null
  const unnamedYet = !areNamed(names)
  if (!connect && !choose && !unnamedYet) return null
  return { connect, choose, names: unnamedYet, namesNext: !connect && !choose }
}
