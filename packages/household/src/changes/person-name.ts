import { sameName } from '@night-routine/calendar'
import { message, type Message } from '@night-routine/wording'
import { openNightTitles } from '../open-night-titles.ts'

// The title of an event is `[Name] …`; these characters would keep us from reading the name back.
const brackets = /[[\]]/u
const unwritable = /[\p{Cc}\p{Zl}\p{Zp}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u
const longestName = 80

/** A normalized name: composed characters, single spaces, trimmed. */
export function tidyName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** What is wrong with a name; null for a valid one. The limit counts code points. */
export function nameFault(name: string): Message | null {
  if (unwritable.test(name) || !name.isWellFormed()) return message('refusal.controlCharacters')
  const tidy = tidyName(name)
  if (!visible.test(tidy)) return message('refusal.nameNeeded')
  if (openNightTitles('en').some(title => sameName(title, tidy)))
    return message('refusal.meansNobody', { name: tidy })
  if (brackets.test(tidy)) return message('refusal.brackets')
  if (Array.from(tidy).length > longestName)
    return message('refusal.nameTooLong', { most: longestName })
  return null
}
