import type { Ask } from '@night-routine/database/nights'
import { otherParent } from '@night-routine/fairness'
import type { Preview } from '@night-routine/household'
import { parentIn, type People, type Wording } from '@night-routine/wording'
import { alsoMoves } from '../sheet/night-steps.ts'

/** An open ask, and what its acceptance would do; null where that is not of interest, or not possible. */
export interface OpenAsk {
  ask: Ask
  preview: Preview | null
}

export type AskView = ReturnType<typeof asksView>[number]

/** The open asks, for the parent who reads; those to answer first. */
export function asksView(
  asks: readonly OpenAsk[],
  { people, tonight, wording }: { people: People; tonight: Temporal.PlainDate; wording: Wording },
) {
  const { say } = wording
  const views = asks.map(({ ask, preview }) => {
    const { id, parent, night, word, returnNight } = ask
    const other = otherParent(parent)
    const date = wording.nightFrom(tonight, night)
    const answer = people.reader === other
    const inReturn =
      returnNight &&
      say('ask.return', {
        name: parentIn(people, parent),
        night: wording.nightFrom(tonight, returnNight),
      })
    const text = [word === null ? null : say('ask.word', { word }), inReturn]
      .filter(Boolean)
      .join(' ')
    return {
      id,
      /** Who asks. */
      kind: parent,
      night: night.toString(),
      date,
      title: answer
        ? say('ask.toAnswer', { name: people.names[parent], night: date })
        : say('ask.open', {
            name: parentIn(people, parent),
            other: people.names[other],
            night: date,
          }),
      /** The word of who asks, and the night in return. */
      text: text || null,
      /** Which other nights an acceptance would move. */
      moves: answer ? alsoMoves(preview, [], { people, tonight, wording }) : null,
      /** Whether the reader is asked, or asks. */
      answer,
      withdraw: people.reader === parent,
    }
  })
  return views.toSorted((one, next) => Number(next.answer) - Number(one.answer))
}
