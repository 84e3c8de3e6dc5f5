import type { Notice } from '@night-routine/database/calendar'
import type { ClockProblem } from '@night-routine/database/clock'
import type { ParentId, RecordedEntry } from '@night-routine/database/nights'
import { accountChangeIn, accountSentence, nameQuestion } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import { joinedAs, noticeText } from '../../text/notice-text.ts'
import { accountPersonIn, type KnownPeople } from '../../text/person-name.ts'

/** A line that only says what happened, and what to do. */
const plainLine = {
  /** Offers to recreate the events. */
  putBack: false,
  /** Offers to choose another calendar. */
  choose: false,
  /** Asks whether a babysitter's name means this parent. */
  ask: null,
  /** The day that a clock says, to be confirmed. */
  today: null,
  /** Where the button leads that says that it was seen; null for how things stand. */
  seenAt: null,
}

/** The number of notices shown unfolded. */
const shown = 2

/** What is to be told, newest first: how people sign in, and then the open notices; null if there is nothing. */
export function noticesView(
  notices: readonly Notice[],
  facts: {
    names: Record<ParentId, string>
    reader?: ParentId | null | undefined
    wording: Wording
    /** What the reader has not seen of how people sign in. */
    unseen?: readonly RecordedEntry[] | undefined
    clock?: ClockProblem | null
    lowDisk?: string | null | undefined
  } & Partial<KnownPeople>,
) {
  const { unseen = [], wording, names, accounts = new Map(), readerEmail } = facts
  const people = { names, accounts, readerEmail }
  const aboutMembers = unseen.flatMap(entry => {
    const change = accountChangeIn(entry)
    if (change === undefined) return []
    const said = accountSentence(change, email => accountPersonIn(email, people), wording)
    return { ...plainLine, id: entry.id.toString(), text: `${said}.`, seenAt: '/you/seen' }
  })
  // Who joined knows it.
  const told = notices.filter(notice => (joinedAs(notice) ?? '') !== facts.reader)
  const lines = [
    ...(facts.clock ? [clockLine(facts.clock, wording)] : []),
    ...(facts.lowDisk ? [diskLine(facts.lowDisk, wording)] : []),
    ...aboutMembers,
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
    // Folded so that the month stays in sight.
    more: before.length > 0 ? { title, lines: before } : null,
  }
}

function clockLine({ kind, ...moments }: ClockProblem, { say, date }: Wording) {
  const dayOf = (time: Temporal.Instant) => date(time.toZonedDateTimeISO('UTC').toPlainDate())
  const [today, seen] = [dayOf(moments.now), dayOf(moments.seen)]
  const text = say(`notice.clock.${kind}`, { today, seen })
  return { ...plainLine, id: '', text, today }
}

function diskLine(free: string, { say }: Wording) {
  return { ...plainLine, id: '', text: say('installation.diskLow', { free }) }
}

function askedIn(notice: Notice, names: Record<ParentId, string>) {
  const question = nameQuestion(notice)
  return question === undefined ? null : { name: names[question.parent], asked: question.asked }
}
