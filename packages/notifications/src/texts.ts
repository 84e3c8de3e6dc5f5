import type { Ask, ParentId } from '@night-routine/database'
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

/** What an ask is about, for the parent who is asked: "Can you take Thursday?". */
export function askText(ask: Ask, { wording, names, tonight }: Reader): Text {
  const name = names[ask.parent]
  const { night, returnNight, word } = ask
  return {
    title: wording.say('notification.ask', { night: wording.nightFrom(tonight, night) }),
    lines: [
      word === null
        ? wording.say('notification.askedBy', { name })
        : wording.say('notification.askedWith', { name, word }),
      ...(returnNight === null
        ? []
        : [
            wording.say('notification.askReturn', {
              name,
              night: wording.nightFrom(tonight, returnNight),
            }),
          ]),
    ],
  }
}

/**
 * What became of an ask, for the parent who asked: "Robin takes Thursday". Nothing while it is open, or withdrawn.
 * @param ask.isOver it ended because its night was over
 */
export function askAnswerText(
  ask: Ask & { isOver: boolean },
  { wording, names, parent, tonight }: Reader,
): Text | undefined {
  const name = names[parent === 'a' ? 'b' : 'a']
  const night = wording.nightFrom(tonight, ask.night)
  const values = { name, night }
  const { state, returnNight } = ask
  if (state === 'accepted')
    return text(
      wording.say('notification.askAccepted', values),
      ...(returnNight === null
        ? []
        : [
            wording.say('notification.yourReturn', {
              night: wording.nightFrom(tonight, returnNight),
            }),
          ]),
    )
  if (state === 'declined')
    return text(
      wording.say('notification.askDeclined', values),
      wording.say('notification.stillYours'),
    )
  if (state !== 'ended') return undefined
  return ask.isOver
    ? text(wording.say('notification.askOver', values))
    : text(wording.say('notification.askMoved', { ...values, night: wording.capital(night) }))
}

function text(title: string, ...lines: string[]): Text {
  return { title, lines: [title, ...lines] }
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

/** Who accepted an invitation. */
export function joinedText(name: string, { say }: Pick<Wording, 'say'>): Text {
  return { title: say('notification.joined', { name }), lines: [say('notification.joinedWhat')] }
}
