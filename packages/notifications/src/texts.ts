import type { Ask, ParentId } from '@night-routine/database/nights'
import { movesSentences, movesText, type NightMove, type Wording } from '@night-routine/wording'
import type { ChangesMessage } from './messages-for.ts'

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
export function reminderText(
  { wording, tonight }: Pick<Reader, 'wording' | 'tonight'>,
  note: string | null = null,
): Text {
  return {
    title: wording.say('notification.reminder'),
    lines: [wording.capital(wording.night(tonight)), ...(note === null ? [] : [note])],
  }
}

/** What an ask is about, for the parent who is asked. `moves`: which other nights would move if they take it. */
export function askText(
  ask: Ask,
  { wording, names, parent, tonight }: Reader,
  moves: readonly NightMove[] = [],
): Text {
  const people = { names, reader: parent }
  const also = movesText(moves, { people, tonight, wording, conditional: true })
  const name = names[ask.parent]
  const { night, returnNight, word } = ask
  const back = returnNight && wording.nightFrom(tonight, returnNight)
  const lines = [
    word === null
      ? wording.say('notification.askedBy', { name })
      : wording.say('notification.askedWith', { name, word }),
    back && wording.say('notification.askReturn', { name, night: back }),
    also && wording.say('night.alsoMoves', { moves: also }),
  ]
  return {
    title: wording.say('notification.ask', { night: wording.nightFrom(tonight, night) }),
    lines: lines.flatMap(line => line || []),
  }
}

/**
 * What became of an ask, for the parent who asked; undefined while it is open, or withdrawn. `isStillTheirs`: it ended
 * because of its night in return, and they still have the night.
 */
export function askAnswerText(
  ask: Ask & { isOver: boolean; isStillTheirs: boolean },
  { wording, names, parent, tonight }: Reader,
): Text | undefined {
  const name = names[parent === 'a' ? 'b' : 'a']
  const night = wording.nightFrom(tonight, ask.night)
  const values = { name, night }
  const { state } = ask
  const back = ask.returnNight && wording.nightFrom(tonight, ask.returnNight)
  if (state === 'accepted')
    return text(
      wording.say('notification.askAccepted', values),
      ...(back === null ? [] : [wording.say('notification.yourReturn', { night: back })]),
    )
  if (state === 'declined')
    return text(
      wording.say('notification.askDeclined', values),
      wording.say('notification.stillYours'),
    )
  if (state !== 'ended') return undefined
  if (ask.isStillTheirs && !ask.isOver && back !== null)
    return text(wording.say('notification.askReturnGone', { back: wording.capital(back), night }))
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

/** Which nights moved, and who did it: "Alex gave you Thursday and takes your Saturday." */
export function changesText({ moves, by, how }: ChangesMessage, reader: Reader): Text {
  const { wording, names, parent, tonight } = reader
  const people = { names, reader: parent }
  const context = { people, tonight, wording, by, how, mostNights }
  const sentences = movesSentences(moves, context)
  const lines = sentences.slice(0, mostSentences).map(sentence => sentence.text)
  const count = sentences.slice(mostSentences).reduce((sum, { nights }) => sum + nights, 0)
  if (count > 0) lines.push(wording.say('notification.more', { count }))
  const [first = '', ...others] = lines
  return { title: others.length === 0 ? first : wording.say('notification.changed'), lines }
}

/** Who accepted an invitation. */
export function joinedText(name: string, { say }: Pick<Wording, 'say'>): Text {
  return { title: say('notification.joined', { name }), lines: [say('notification.joinedWhat')] }
}
