import type { Wording } from '@night-routine/wording'
import type { Mark } from './night-cell.ts'
import type { Kind } from '../../text/caregiver-name.ts'

/** The page before the sign-in. */
export interface SignedOutView {
  title: string
  /** Whether any address is allowed. */
  anybodyMayEnter: boolean
  /** Whether the sign-in leads to a consent page with boxes. */
  asksConsent: boolean
  /** A picture of a month, with names that are nobody's. */
  example: { weekdays: string[]; weeks: ExampleNight[][] }
}

interface ExampleNight {
  day: number
  kind: Kind
  name: string
  icon: Mark['icon'] | null
  tonight: boolean
  past: boolean
}

/** Who does which night of four weeks: parent A, parent B or a babysitter. */
const kinds = 'abbabaa babbaab abasbba baabbab'.replaceAll(' ', '').split('')
const tonight = 11
const locked = 13
const names = { a: 'Nina', b: 'Sam', babysitter: 'Lou' }

/** What this is, and a picture of it. */
export function signedOutView({
  anybodyMayEnter,
  asksConsent,
  wording,
}: Pick<SignedOutView, 'anybodyMayEnter' | 'asksConsent'> & { wording: Wording }): SignedOutView {
  const nights = kinds.map((letter, index): ExampleNight => {
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
