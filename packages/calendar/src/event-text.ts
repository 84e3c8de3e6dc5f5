import type { Caregiver, ParentId } from '@night-routine/fairness'

/** How the event of a night looks in the calendar. */
export function eventText(night: {
  caregiver: Caregiver
  names: Record<ParentId, string>
  babysitterName: string | null
  /** Why this person, in one sentence. */
  sentence: string
  /** Address of the night on our pages. */
  link: string
}): { summary: string; description: string } {
  const { caregiver, names, babysitterName, sentence, link } = night
  const name = caregiver === 'babysitter' ? (babysitterName ?? 'Babysitter') : names[caregiver]
  return { summary: `[${name}] ${marks}${word}`, description: `${sentence}\n\n${link}` }
}

const marks = '🌃👶'
const word = 'Routine'

/** A name that a person may have written into a title. */
interface TitleName {
  name: string
  /** Whether it stood in brackets: only then can it be somebody we do not know, a babysitter. */
  bracketed: boolean
}

/** The name in a title, or null when the title cannot be read as one. */
export function readTitle(summary: string): TitleName | null {
  throw new Error(`not there yet: ${summary}`)
}
