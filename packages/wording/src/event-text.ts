import type { Caregiver, ParentId } from '@night-routine/fairness'

const suffix = '🌃👶Routine'

/** How the event of a night looks in the calendar. */
export function eventText(night: {
  /** null: nobody can do it, and nobody has decided. */
  caregiver: Caregiver | null
  names: Record<ParentId, string>
  /** What stands in the title of a night without a caregiver. */
  nobody: string
  babysitterName: string | null
  /** Why this person, in one sentence. */
  sentence: string
  /** Address of the night on our pages, ending in `#night`. */
  link: string
}): { summary: string; description: string } {
  const { sentence, link } = night
  return { summary: `[${nameOf(night)}] ${suffix}`, description: `${sentence}\n\n${link}` }
}

function nameOf({
  caregiver,
  names,
  nobody,
  babysitterName,
}: Pick<Parameters<typeof eventText>[0], 'caregiver' | 'names' | 'nobody' | 'babysitterName'>) {
  if (caregiver === null) return nobody
  return caregiver === 'babysitter' ? (babysitterName ?? 'Babysitter') : names[caregiver]
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
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u
const longestName = 80

/** Why a title names nobody: there is no name in it, or one in brackets that we do not take. */
type TitleFault = 'unreadable' | 'name-not-allowed'

/**
 * The name in a title, trimmed, in its own case. Reads `[Name]` with anything behind it, and a bare
 * name with or without our decoration. Two pairs of brackets name nobody; a name longer than 80
 * characters or with control characters is none.
 * Source: product brief 6.9.
 */
export function readTitle(summary: string): TitleName | TitleFault {
  const title = summary.normalize('NFC').replace(/\s+/gu, ' ').trim()
  const bracketed = inBrackets.exec(title)
  const name = (bracketed?.[1] ?? title.replace(atTheEnds, '').replace(lastWord, '')).trim()
  if (!visible.test(name) || /[[\]]/u.test(name)) return 'unreadable'
  if (!isName(name)) return bracketed ? 'name-not-allowed' : 'unreadable'
  return { name, bracketed: bracketed !== null }
}

/** What stands behind the name in brackets, without our decoration; empty where nothing does. */
export function behindName(summary: string): string {
  const text = inBrackets.exec(summary.normalize('NFC').replace(/\s+/gu, ' ').trim())?.[2] ?? ''
  return text.replace(atTheEnds, '').replace(lastWord, '').trim()
}

/** Whether a title ends as ours do: also that of a copy that a person made. */
export function hasOurSuffix(summary: string): boolean {
  return summary.trim().endsWith(suffix)
}

function isName(name: string): boolean {
  return name.isWellFormed() && !unwritable.test(name) && Array.from(name).length <= longestName
}
