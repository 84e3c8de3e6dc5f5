import type { Assignment, Channel, Notice, Settings, WorkStatus } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'
import type { NightChoices } from '../../night-choices.ts'
import type { NoticeView } from '../../notices.ts'
import type { Connection } from '../../connection.ts'
import { monthView, type MonthView } from './month-view.ts'
import { caregiverName, nightLink, type Kind, type NightLink, type People } from './night-cell.ts'
import { nightView, sentence, type NightView } from './night-view.ts'
import { statusLine, type StatusLine } from './status-line.ts'
import { toldView, type ToldView } from './told-view.ts'

/** One night in words: tonight, or one of the next. */
interface NightLine {
  date: string
  name: string
  kind: Kind
  locked: boolean
  link: NightLink
  sentence: string | null
}

/** The home page as its template prints it. */
export interface HomeView {
  title: string
  notice: NoticeView | null
  /** What happened in the calendar and was not read yet. */
  told: ToldView | null
  tonight: NightLine | null
  tonightDate: string
  month: MonthView
  people: { name: string; kind: Kind }[]
  night: NightView | null
  upcoming: NightLine[]
  /** The first nights that nobody can do, for a person to decide. */
  open: NightLine[]
  status: StatusLine
  account: string | null
  calendarName: string | null
  /** What is left to do before the calendar fills: the first step not done is the page's main button. */
  firstSteps: { connect: boolean; choose: boolean } | null
  planned: boolean
}

export interface HomeFacts {
  settings: Pick<Settings, 'timeZone' | 'weekStart'>
  people: People
  month: Temporal.PlainYearMonth
  tonight: Temporal.PlainDate
  /** The nights of the weeks shown, and those of the eight days from tonight on; each once, in order. */
  nights: readonly Assignment[]
  selected: Assignment | null
  /** Null where the selected night cannot be changed, or none is selected. */
  choices: NightChoices | null
  connection: Connection
  calendarName: string | null
  work: readonly WorkStatus[]
  channels: readonly Pick<Channel, 'state' | 'expiration'>[]
  /** The notices that stand, the newest first. */
  told: readonly Notice[]
  disconnecting: boolean
  now: Temporal.Instant
  notice: NoticeView | null
  words: Wording
}

const upcomingNights = 7

/** Tonight, the month, one night's details, and how things stand. */
export function homeView(facts: HomeFacts): HomeView {
  const { month, tonight, nights, people, words, selected, connection, calendarName } = facts
  const { choices } = facts
  const line = (assignment: Assignment): NightLine => ({
    date: words.capital(words.night(assignment.night)),
    name: caregiverName(assignment, people, words),
    kind: assignment.caregiver ?? 'open',
    locked: assignment.override,
    link: nightLink(assignment.night.toPlainYearMonth(), assignment),
    sentence: sentence(assignment, people, words),
  })
  const isTonight = ({ night }: Assignment) => night.equals(tonight)
  const last = tonight.add({ days: upcomingNights })
  const isNext = ({ night }: Assignment) =>
    Temporal.PlainDate.compare(night, tonight) > 0 && Temporal.PlainDate.compare(night, last) <= 0
  const notPast = ({ night }: Assignment) => Temporal.PlainDate.compare(night, tonight) >= 0
  const monthPart = monthView({ ...facts, weekStart: facts.settings.weekStart })
  return {
    title: monthPart.title,
    notice: facts.notice,
    told: toldView(facts.told, { names: people.names, words }),
    tonight: nights.filter(isTonight).map(line)[0] ?? null,
    tonightDate: words.night(tonight),
    month: monthPart,
    people: [
      { name: people.names.a, kind: 'a' },
      { name: people.names.b, kind: 'b' },
      { name: words.say('person.babysitter'), kind: 'babysitter' },
    ],
    night: selected && nightView({ assignment: selected, choices, month, people, words }),
    upcoming: nights.filter(isNext).map(line),
    open: nights.filter(night => night.caregiver === null && notPast(night)).map(line),
    status: statusLine({ ...facts, timeZone: facts.settings.timeZone }),
    account: connection.state === 'connected' ? connection.account : null,
    calendarName,
    firstSteps: facts.disconnecting ? null : firstSteps(connection, calendarName),
    planned: nights.length > 0,
  }
}

// A grant that was there and broke is the banner's business, on every page.
function firstSteps({ state }: Connection, calendarName: string | null): HomeView['firstSteps'] {
  if (state === 'broken' || (state === 'connected' && calendarName !== null)) return null
  return { connect: state === 'absent', choose: calendarName === null }
}
