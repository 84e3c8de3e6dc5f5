import type { Caregiver, ParentId } from '@night-routine/fairness'

const suffix = '🌃👶Routine'

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
  return { summary: `[${name}] ${suffix}`, description: `${sentence}\n\n${link}` }
}

/** A name that a person may have written into a title. */
interface TitleName {
  name: string
  /** Whether it stood in brackets: only then can it be somebody we do not know, a babysitter. */
  bracketed: boolean
}

const inBrackets = /^\[([^[\]]*)\]([^[\]]*)$/u
const atTheEnds = /^[🌃👶\s]+|[🌃👶\s]+$/gu
const lastWord = /(?:^|[🌃👶\s]+)routine$/iu
const unwritable = /[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u
const longestName = 80

/**
 * The name in a title, trimmed, in its own case; null when the title cannot be read as one. Reads
 * `[Name]` with anything behind it, and a bare name with or without our decoration. Two pairs of
 * brackets name nobody, and neither does a name longer than 80 characters.
 * Source: product brief 6.9.
 */
export function readTitle(summary: string): TitleName | null {
  const title = summary.normalize('NFC').replace(/\s+/gu, ' ').trim()
  const bracketed = inBrackets.exec(title)
  const name = (bracketed?.[1] ?? title.replace(atTheEnds, '').replace(lastWord, '')).trim()
  if (name === '' || /[[\]]/u.test(name) || unwritable.test(name)) return null
  if (Array.from(name).length > longestName) return null
  return { name, bracketed: bracketed !== null }
}
