import type { Wording } from '@night-routine/wording'

/** Who does which night of four weeks: parent A, parent B or a babysitter. */
const kinds = 'abbabaa babbaab abasbba baabbab'.replaceAll(' ', '').split('')
const tonight = 11
const locked = 13
const names = { a: 'Nina', b: 'Sam', babysitter: 'Lou' }

/** What this is, and a picture of it. */
export function signedOutView(facts: {
  anybodyMayEnter: boolean
  asksConsent: boolean
  wording: Wording
}) {
  const { anybodyMayEnter, asksConsent, wording } = facts
  const nights = kinds.map((letter, index) => {
    const kind = letter === 's' ? 'babysitter' : letter === 'a' ? 'a' : 'b'
    const day = index + 1
    return {
      day,
      kind,
      name: names[kind],
      icon: kind === 'babysitter' ? 'star' : day === locked ? 'lock' : null,
      tonight: day === tonight,
      past: day < tonight,
    }
  })
  return {
    title: wording.say('signIn.title'),
    anybodyMayEnter,
    asksConsent,
    example: {
      weekdays: [1, 2, 3, 4, 5, 6, 7].map(weekday => wording.weekday(weekday, 'short')),
      weeks: [0, 7, 14, 21].map(from => nights.slice(from, from + 7)),
    },
  }
}
