import type { Sentences } from './sentences.ts'

const nights = (count: number) => (count === 1 ? '1 night' : `${count} nights`)

const inWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

export const en: Sentences = {
  locale: 'en-GB',
  open: ({ a, b }) => `${a} and ${b} are both away, so nobody does this night yet.`,
  babysitter: name =>
    name === null
      ? 'A babysitter is booked, so this night counts for neither parent.'
      : `${name} babysits, so this night counts for neither parent.`,
  chosenByHand: chosen => `${chosen} was chosen for this night by hand.`,
  otherAway: ({ chosen, other }) => `${other} is away, so ${chosen} does this night.`,
  otherCovers: ({ chosen, other }, dates) =>
    `${other} covers ${dates} while ${chosen} is away, so ${chosen} does this night.`,
  kept: chosen => `${chosen} does this night again: the nights around it are fairest that way.`,
  turnsInARow: ({ chosen, other }, turns) =>
    `${other} had the last ${inWords[turns] ?? turns} turns, so ${chosen} does this night.`,
  total: (chosen, other) =>
    `${chosen.name} had done ${nights(chosen.nights)}, ${other.name} ${other.nights}.`,
  recent: (chosen, other) =>
    `${chosen.name} had done ${chosen.nights} of the last 30 nights, ${other.name} ${other.nights}.`,
  lastTurn: ({ chosen, other }) => `${other} had the last turn, so ${chosen} does this night.`,
  firstTurn: chosen => `${chosen} has the first turn.`,
  plainly: chosen => `${chosen} does this night.`,
}
