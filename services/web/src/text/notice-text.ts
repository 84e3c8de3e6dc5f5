import type { Notice } from '@night-routine/database/calendar'
import type { ParentId } from '@night-routine/database/nights'
import { nameQuestion } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'

/**
 * One notice: what happened in the calendar, how we reacted, and what a parent can do. Its message can use every
 * stored fact, the `date` of its fact `on` or of its night, and a parent's `name`.
 */
export function noticeText(
  { kind, night, data }: Pick<Notice, 'kind' | 'night' | 'data'>,
  { names, wording }: { names: Record<ParentId, string>; wording: Wording },
): string {
  const facts: Record<string, unknown> = {
    title: '',
    asked: '',
    calendarName: '',
    eventsLeft: 0,
    ...data,
  }
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
export function joinedAs({ kind, data }: Pick<Notice, 'kind' | 'data'>): ParentId | null {
  const { joinedAs: parent }: { joinedAs?: unknown } = data ?? {}
  return kind === 'joined' && (parent === 'a' || parent === 'b') ? parent : null
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
