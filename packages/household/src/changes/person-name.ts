import { sameName } from '@night-routine/calendar'
import { languages, message, wording, type Message } from '@night-routine/wording'
import type { ChangeFacts } from './change-facts.ts'
import { refusal } from './refusal.ts'

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

/**
 * The tidied name of a babysitter. Refuses a parent's name, current or earlier, because the title of the
 * event would name the parent.
 * @throws ChangeRefusedError
 */
export function babysitterName(
  text: string,
  { names, earlierNames }: Pick<ChangeFacts, 'names' | 'earlierNames'>,
): string {
  const fault = nameFault(text)
  if (fault !== null) throw refusal('not-allowed', 'name', fault)
  const parent = [names.a, names.b].find(name => sameName(name, text))
  if (parent !== undefined)
    throw refusal('not-allowed', 'name', message('refusal.parentIsNoBabysitter', { name: parent }))
  const earlier = earlierNames.find(({ name }) => sameName(name, text))
  if (earlier !== undefined)
    throw refusal(
      'not-allowed',
      'name',
      message('refusal.parentsEarlierName', { name: earlier.name, parent: names[earlier.parent] }),
    )
  return tidyName(text)
}

/**
 * The titles of an open night, in the household's language first. A title in another language may still be in
 * the calendar.
 */
export function openNightTitles(language: string): string[] {
  const spoken = [language, ...languages.filter(other => other !== language)]
  return spoken.map(one => wording(one).say('event.openNight'))
}
