import type { ParentId } from '@night-routine/database'
import { carerName, type Wording } from '@night-routine/wording'
import type { ChangesMessage, Changer, Move } from './messages-for.ts'

/** A message in the reader's language: a title, and the lines below it. */
export interface Text {
  title: string
  lines: string[]
}

/** What a text needs to know of the household and of its reader. */
export interface Reader {
  words: Wording
  names: Record<ParentId, string>
  parent: ParentId
  tonight: Temporal.PlainDate
}

/** The evening reminder, with what a parent noted for tonight. */
export function reminderText({
  words,
  tonight,
  note = null,
}: Pick<Reader, 'words' | 'tonight'> & { note?: string | null }): Text {
  return {
    title: words.say('notification.reminder'),
    lines: [words.capital(words.night(tonight)), ...(note === null ? [] : [note])],
  }
}

/** So many sentences a message has, and so many nights a sentence names. */
const mostSentences = 4
const mostNights = 5

/** Which nights moved, and who did it: "Sunday is yours now (was Robin’s)". */
export function changesText({ moves, by }: ChangesMessage, reader: Reader): Text {
  const { words, parent } = reader
  const groups = Object.values(
    Object.groupBy(moves, ({ from, to }) =>
      JSON.stringify(to.caregiver === parent ? ['from', from] : ['to', to]),
    ),
  ).flatMap((group = []) => group.slice(0, 1).map(move => ({ ...move, nights: nightsOf(group) })))
  const sentences = groups.slice(0, mostSentences).map(group => sentence(group, reader))
  const count = groups.slice(mostSentences).flatMap(({ nights }) => nights).length
  if (count > 0) sentences.push(words.say('notification.more', { count }))
  const [first = '', ...others] = sentences
  return {
    title: others.length === 0 ? first : words.say('notification.changed'),
    lines: [...sentences, ...changedBy(by, reader)],
  }
}

function nightsOf(moves: readonly Move[]): Temporal.PlainDate[] {
  return moves.map(({ night }) => night)
}

/** Nights that all moved from or to the same person. */
function sentence(
  { from, to, nights }: Pick<Move, 'from' | 'to'> & { nights: readonly Temporal.PlainDate[] },
  { words, names, parent, tonight }: Reader,
): string {
  const named = nights.slice(0, mostNights).map(night => words.nightFrom(tonight, night))
  const more = nights.length - named.length
  if (more > 0) named.push(words.say('notification.more', { count: more }))
  const values = { nights: words.list(named), count: nights.length }
  const [former, next] = [carerName(from, names), carerName(to, names)]
  if (to.caregiver === parent)
    return words.capital(
      former === null
        ? words.say('notification.toYou', values)
        : words.say('notification.toYouFrom', { ...values, name: former }),
    )
  return next === null
    ? words.say('notification.toNobody', { nights: values.nights })
    : words.say('notification.toOther', { nights: values.nights, name: next })
}

function changedBy(by: Changer, { words, names }: Reader): string[] {
  if (by === null) return []
  if (by === 'calendar') return [words.say('notification.byCalendar')]
  if (by === 'schedule') return [words.say('notification.bySchedule')]
  return [words.say('notification.by', { name: names[by] })]
}
