import type { Notice } from '@night-routine/database/calendar'
import type { ClockTrouble } from '@night-routine/database/clock'
import type { ParentId, RecordedEntry } from '@night-routine/database/nights'
import { accountChangeIn, accountSentence, nameQuestion } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import { accountPersonIn, type KnownPeople } from '../../text/person-name.ts'

/** The notices of the home page; null if there are none. */
export interface NoticesView {
  latest: NoticeLine[]
  /** Older notices, folded so that the month stays in sight. */
  more: { title: string; lines: NoticeLine[] } | null
}

/** A stored notice. */
interface NoticeLine {
  id: string
  /** What happened, and what to do. */
  text: string
  /** Offers to recreate the events. */
  putBack: boolean
  /** Offers to choose another calendar. */
  choose: boolean
  /** Asks whether a babysitter's name means this parent. */
  ask: { name: string; asked: string } | null
  /** The day that a clock says, to be confirmed. */
  today: string | null
  /** Where the button leads that says that it was seen; null for how things stand. */
  seenAt: string | null
}

const plainLine = { putBack: false, choose: false, ask: null, today: null, seenAt: null }

/** The number of notices shown unfolded. */
const shown = 2

/** What is to be told, newest first: how people sign in, and then the open notices. */
export function noticesView(
  notices: readonly Notice[],
  facts: {
    names: Record<ParentId, string>
    reader?: ParentId | null | undefined
    wording: Wording
    /** What the reader has not seen of how people sign in. */
    unseen?: readonly RecordedEntry[]
    clock?: ClockTrouble | null
    lowDisk?: string | null | undefined
  } & Partial<KnownPeople>,
): NoticesView | null {
  const { unseen = [], wording, names, accounts = new Map(), readerEmail } = facts
  const people = { names, accounts, ...(readerEmail !== undefined && { readerEmail }) }
  const aboutAccounts = unseen.flatMap(entry => {
    const change = accountChangeIn(entry)
    if (change === undefined) return []
    const said = accountSentence(change, email => accountPersonIn(email, people), wording)
    return { ...plainLine, id: entry.id.toString(), text: `${said}.`, seenAt: '/you/seen' }
  })
  // Who joined knows it.
  const told = notices.filter(notice => (joinedAs(notice) ?? '') !== facts.reader)
  const lines = [
    ...(facts.clock ? [clockLine(facts.clock, wording)] : []),
    ...(facts.lowDisk
      ? [
          {
            ...plainLine,
            id: '',
            text: wording.say('installation.diskLow', { free: facts.lowDisk }),
          },
        ]
      : []),
    ...aboutAccounts,
    ...told.map(notice => ({
      ...plainLine,
      id: notice.id.toString(),
      text: noticeText(notice, facts),
      putBack: notice.kind === 'reader-brake',
      choose: notice.kind === 'calendar-lost' || notice.kind === 'other-installation',
      ask: askedIn(notice, names),
      seenAt: '/notices/dismiss',
    })),
  ]
  if (lines.length === 0) return null
  const before = lines.slice(shown)
  const title = wording.say('notice.more', { count: before.length })
  return {
    latest: lines.slice(0, shown),
    more: before.length > 0 ? { title, lines: before } : null,
  }
}

function clockLine({ kind, ...moments }: ClockTrouble, { say, date }: Wording): NoticeLine {
  const dayOf = (time: Temporal.Instant) => date(time.toZonedDateTimeISO('UTC').toPlainDate())
  const [today, seen] = [dayOf(moments.now), dayOf(moments.seen)]
  const text = say(`notice.clock.${kind}`, { today, seen })
  return { ...plainLine, id: '', text, today }
}

/**
 * One notice: what happened in the calendar, how we reacted, and what a parent can do. Its message can use every
 * stored fact, the `date` of its fact `on` or of its night, and a parent's `name`.
 */
export function noticeText(
  { kind, night, data }: Pick<Notice, 'kind' | 'night' | 'data'>,
  { names, wording }: { names: Record<ParentId, string>; wording: Wording },
): string {
  const facts: Record<string, unknown> = { title: '', asked: '', ...data }
  if (kind === 'disconnected') return disconnectedText(facts, wording)
  const key = `notice.${kind}`
  if (!wording.knows(key)) throw new Error(`no message for a notice of the kind ${kind}`)
  const texts = Object.entries(facts).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
  )
  const name = names[joinedAs({ kind, data }) ?? nameQuestion({ kind, data })?.parent ?? 'a']
  const values = { ...Object.fromEntries(texts), date: dateOf(night, facts, wording), name }
  return wording.tell({ key, values })
}

/** Which parent the person is who accepted an invitation; null for other notices. */
function joinedAs({ kind, data }: Pick<Notice, 'kind' | 'data'>): ParentId | null {
  const { joinedAs: parent }: { joinedAs?: unknown } = data ?? {}
  return kind === 'joined' && (parent === 'a' || parent === 'b') ? parent : null
}

function askedIn(notice: Notice, names: Record<ParentId, string>): NoticeLine['ask'] {
  const question = nameQuestion(notice)
  return question === undefined ? null : { name: names[question.parent], asked: question.asked }
}

function dateOf(night: Notice['night'], { on }: Record<string, unknown>, wording: Wording): string {
  if (typeof on === 'string') return wording.date(Temporal.PlainDate.from(on))
  return night === null ? '…' : wording.capital(wording.night(night))
}

function disconnectedText(facts: Record<string, unknown>, wording: Wording): string {
  const { calendarName, eventsLeft, revoked } = facts
  const calendar = typeof calendarName === 'string' ? calendarName : wording.say('home.calendar')
  const count = typeof eventsLeft === 'number' ? eventsLeft : 0
  return [
    wording.say('notice.disconnected'),
    ...(count > 0 ? [wording.say('notice.eventsLeft', { count, calendar })] : []),
    ...(revoked === false ? [wording.say('notice.notRevoked')] : []),
  ].join(' ')
}
