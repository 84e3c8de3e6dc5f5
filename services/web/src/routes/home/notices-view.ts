import type { Notice, ParentId } from '@night-routine/database'
import { accountChangeIn, accountSentence, nameQuestion } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import { accountPersonIn, type KnownPeople } from '../../person-name.ts'

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
}

/** The number of notices shown unfolded. */
const shown = 2

/** The open notices in words, newest first. */
export function noticesView(
  notices: readonly Notice[],
  facts: {
    names: Record<ParentId, string>
    reader?: ParentId | null | undefined
    wording: Wording
  } & Partial<KnownPeople>,
): NoticesView | null {
  // Who joined knows it, and who chose a new password.
  const told = notices.filter(notice => {
    const parent = joinedAs(notice)
    const { email } = accountChangeOf(notice) ?? {}
    return (parent ?? '') !== facts.reader && (email ?? '') !== facts.readerEmail
  })
  if (told.length === 0) return null
  const lines = told.map(notice => ({
    id: notice.id.toString(),
    text: noticeText(notice, facts),
    putBack: notice.kind === 'reader-brake',
    choose: notice.kind === 'calendar-lost' || notice.kind === 'other-installation',
    ask: askedIn(notice, facts.names),
  }))
  const before = lines.slice(shown)
  const title = facts.wording.say('notice.more', { count: before.length })
  return {
    latest: lines.slice(0, shown),
    more: before.length > 0 ? { title, lines: before } : null,
  }
}

/**
 * One notice: what happened in the calendar, how we reacted, and what a parent can do. Its message can use every
 * stored fact, the `date` of its fact `on` or of its night, and a parent's `name`.
 */
export function noticeText(
  { kind, night, data }: Pick<Notice, 'kind' | 'night' | 'data'>,
  {
    names,
    wording,
    accounts = new Map(),
    readerEmail,
  }: { names: Record<ParentId, string>; wording: Wording } & Partial<KnownPeople>,
): string {
  const account = accountChangeOf({ kind, data })
  if (account !== undefined) {
    const people = { names, accounts, ...(readerEmail !== undefined && { readerEmail }) }
    return `${accountSentence(account, email => accountPersonIn(email, people), wording)}.`
  }
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

/** What changed in how a person signs in, if a notice is about that; the person did it with a link. */
function accountChangeOf({ kind, data }: Pick<Notice, 'kind' | 'data'>) {
  const after: Record<string, unknown> = { ...data }
  const { account } = after
  return typeof account === 'string'
    ? accountChangeIn({ action: kind, actor: account, after })
    : undefined
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
