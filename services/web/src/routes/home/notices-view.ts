import type { Notice, ParentId } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'

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
  words: string
  /** Offers to recreate the events. */
  putBack: boolean
  /** Offers to choose another calendar. */
  choose: boolean
}

/** The stored facts of a notice; an older version may have written them. */
interface NoticeData {
  title?: string
  calendarName?: string | null
  eventsLeft?: number
  revoked?: boolean
  /** YYYY-MM-DD: the day of the backup. */
  takenOn?: string
  /** YYYY-MM-DD: the last day of the grant. */
  endsOn?: string
}

/** The number of notices shown unfolded. */
const shown = 2

/** The open notices in words, newest first. */
export function noticesView(
  notices: readonly Notice[],
  facts: { names: Record<ParentId, string>; words: Wording },
): NoticesView | null {
  if (notices.length === 0) return null
  const lines = notices.map(notice => ({
    id: notice.id.toString(),
    words: noticeWords(notice, facts),
    putBack: notice.kind === 'reader-brake',
    choose: notice.kind === 'calendar-lost',
  }))
  const before = lines.slice(shown)
  const title = facts.words.say('notice.more', { count: before.length })
  return {
    latest: lines.slice(0, shown),
    more: before.length > 0 ? { title, lines: before } : null,
  }
}

/** One notice: what happened in the calendar, how we reacted, and what a parent can do. */
export function noticeWords(
  { kind, night, data }: Pick<Notice, 'kind' | 'night' | 'data'>,
  { names, words }: { names: Record<ParentId, string>; words: Wording },
): string {
  const known: NoticeData = data ?? {}
  const date = night === null ? '' : words.capital(words.night(night))
  const { title = '' } = known
  if (kind === 'disconnected') return disconnectedWords(known, words)
  if (kind === 'grant-ends')
    return words.say('notice.grant-ends', { date: dateOf(known.endsOn, words) })
  if (kind === 'restored') return restoredWords(known, words)
  if (kind === 'reader-brake' || kind === 'calendar-lost') return words.say(`notice.${kind}`)
  if (kind === 'unreadable' || kind === 'name-not-allowed' || kind === 'overtaken')
    return words.say(`notice.${kind}`, { date, title, name: names.a })
  return words.say(`notice.${kind}`, { date })
}

function restoredWords({ takenOn }: NoticeData, words: Wording): string {
  return words.say('notice.restored', { date: dateOf(takenOn, words) })
}

function dateOf(day: string | undefined, words: Wording): string {
  return day === undefined ? '…' : words.date(Temporal.PlainDate.from(day))
}

function disconnectedWords(
  { calendarName, eventsLeft = 0, revoked = true }: NoticeData,
  words: Wording,
): string {
  const calendar = calendarName ?? words.say('home.calendar')
  return [
    words.say('notice.disconnected'),
    ...(eventsLeft > 0 ? [words.say('notice.eventsLeft', { count: eventsLeft, calendar })] : []),
    ...(revoked ? [] : [words.say('notice.notRevoked')]),
  ].join(' ')
}
