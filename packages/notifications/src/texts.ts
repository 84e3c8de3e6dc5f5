import type { ParentId } from '@night-routine/database'
import { assigneeName, type Wording } from '@night-routine/wording'
import type { ChangesMessage, Changer, MovedNight } from './messages-for.ts'

/** A message in the reader's language: a title, and the lines below it. */
export interface Text {
  title: string
  lines: string[]
}

/** What a text needs to know of the household and of its reader. */
export interface Reader {
  wording: Wording
  names: Record<ParentId, string>
  parent: ParentId
  tonight: Temporal.PlainDate
}

/** The evening reminder, with what a parent noted for tonight. */
export function reminderText({
  wording,
  tonight,
  note = null,
}: Pick<Reader, 'wording' | 'tonight'> & { note?: string | null }): Text {
  return {
    title: wording.say('notification.reminder'),
    lines: [wording.capital(wording.night(tonight)), ...(note === null ? [] : [note])],
  }
}

/** So many sentences a message has, and so many nights a sentence names. */
const mostSentences = 4
const mostNights = 5

/** Which nights moved, and who did it: "Sunday is yours now (was Robin’s)". */
export function changesText({ moves, by }: ChangesMessage, reader: Reader): Text {
  const { wording, parent } = reader
  const groups = Object.values(
    Object.groupBy(moves, ({ from, to }) =>
      JSON.stringify(to.caregiver === parent ? ['from', from] : ['to', to]),
    ),
  ).flatMap((group = []) => group.slice(0, 1).map(move => ({ ...move, nights: nightsOf(group) })))
  const sentences = groups.slice(0, mostSentences).map(group => sentence(group, reader))
  const count = groups.slice(mostSentences).flatMap(({ nights }) => nights).length
  if (count > 0) sentences.push(wording.say('notification.more', { count }))
  const [first = '', ...others] = sentences
  return {
    title: others.length === 0 ? first : wording.say('notification.changed'),
    lines: [...sentences, ...changedBy(by, reader)],
  }
}

function nightsOf(moves: readonly MovedNight[]): Temporal.PlainDate[] {
  return moves.map(({ night }) => night)
}

/** Nights that all moved from or to the same person. */
function sentence(
  { from, to, nights }: Pick<MovedNight, 'from' | 'to'> & { nights: readonly Temporal.PlainDate[] },
  { wording, names, parent, tonight }: Reader,
): string {
  const named = nights.slice(0, mostNights).map(night => wording.nightFrom(tonight, night))
  const more = nights.length - named.length
  if (more > 0) named.push(wording.say('notification.more', { count: more }))
  const values = { nights: wording.list(named), count: nights.length }
  const [former, next] = [assigneeName(from, names), assigneeName(to, names)]
  if (to.caregiver === parent)
    return wording.capital(
      former === null
        ? wording.say('notification.toYou', values)
        : wording.say('notification.toYouFrom', { ...values, name: former }),
    )
  return next === null
    ? wording.say('notification.toNobody', { nights: values.nights })
    : wording.say('notification.toOther', { nights: values.nights, name: next })
}

function changedBy(by: Changer, { wording, names }: Reader): string[] {
  if (by === null) return []
  if (by === 'calendar') return [wording.say('notification.byCalendar')]
  if (by === 'schedule') return [wording.say('notification.bySchedule')]
  return [wording.say('notification.by', { name: names[by] })]
}
