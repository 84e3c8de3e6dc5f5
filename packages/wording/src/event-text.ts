import type { ParentId } from '@night-routine/fairness'
import { assigneeName, type Assignee } from './assignee.ts'

const suffix = '🌃👶Routine'

interface NightTitle extends Assignee {
  names: Record<ParentId, string>
  /** The name in the title of an open night. */
  openTitle: string
}

interface NightText extends NightTitle {
  /** Why this person does the night, in one sentence. */
  sentence: string
  /** What a parent noted for this night. */
  note?: string | null | undefined
  /** Address of the night's page, ending in `#night`. */
  link: string
}

/** Title and description of a night's calendar event. */
export function eventText(night: NightText): { summary: string; description: string } {
  const { sentence, note, link } = night
  const lines = [sentence, ...(note ? [readableBack(note)] : []), link]
  return { summary: eventTitle(night), description: lines.join('\n\n') }
}

/** Title of a night's calendar event. */
export function eventTitle({ names, openTitle, ...assignee }: NightTitle): string {
  return `[${assigneeName(assignee, names) ?? openTitle}] ${suffix}`
}

/** A note that reads the same after a calendar's editor: without markup, and without the end of our link. */
function readableBack(note: string): string {
  return note
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll(/&(?=(?:#39|quot|lt|gt|amp);)/gu, '& ')
    .replaceAll('#night', '# night')
}

/** The address of a night's page. */
export function nightAddress(
  { id, night }: { id: bigint; night: Temporal.PlainDate },
  publicUrl: string,
): string {
  const link = new URL(publicUrl)
  link.searchParams.set('month', night.toPlainYearMonth().toString())
  link.searchParams.set('night', id.toString())
  link.hash = 'night'
  return link.href
}

const inBrackets = /^\[([^[\]]*)\]([^[\]]*)$/u
const atTheEnds = /^[🌃👶\s]+|(?<![🌃👶\s])[🌃👶\s]+$/gu
const lastWord = /(?:^|(?<![🌃👶\s])[🌃👶\s]+)routine$/iu

/** What a title can hold and give back as a person's name. The limit counts code points. */
export const nameRules = {
  brackets: /[[\]［］]/u,
  unwritable: /[\p{Cc}\p{Zl}\p{Zp}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u,
  visible: /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u,
  longest: 80,
}

/** A normalized name or title: composed characters, single spaces, trimmed. */
export function tidyName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/**
 * The name in a title, trimmed, case preserved. Reads `[Name]` followed by anything, and a bare name
 * with or without our suffix. Two pairs of brackets are unreadable, because they name two people; a bracketed name
 * that no person can have is not allowed.
 */
export function readTitle(summary: string) {
  const title = tidyTitle(summary)
  const bracketed = inBrackets.exec(title)
  const name = (bracketed?.[1] ?? title.replace(atTheEnds, '').replace(lastWord, '')).trim()
  if (!nameRules.visible.test(name) || nameRules.brackets.test(name)) return 'unreadable'
  if (!isName(name)) return bracketed ? 'name-not-allowed' : 'unreadable'
  // Only a name in brackets may be a babysitter's.
  return { name, bracketed: bracketed !== null }
}

/** The text after the bracketed name, without our suffix; may be empty. */
export function behindName(summary: string): string {
  const text = inBrackets.exec(tidyTitle(summary))?.[2] ?? ''
  return text.replace(atTheEnds, '').replace(lastWord, '')
}

/** A tidied title, with the brackets of keyboards for Chinese and Japanese as ours. */
function tidyTitle(summary: string): string {
  return tidyName(summary).replaceAll('［', '[').replaceAll('］', ']')
}

/** Whether a title ends with our suffix; a copy of our event does too. */
export function hasOurSuffix(summary: string): boolean {
  return summary.trim().endsWith(suffix)
}

function isName(name: string): boolean {
  const { unwritable, longest } = nameRules
  return name.isWellFormed() && !unwritable.test(name) && Array.from(name).length <= longest
}
