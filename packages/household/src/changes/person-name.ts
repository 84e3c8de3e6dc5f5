import { parentMeant, sameName } from '@night-routine/calendar'
import {
  languages,
  message,
  nameRules,
  tidyName,
  wordingFor,
  type Message,
} from '@night-routine/wording'
import type { ChangeFacts } from './change-facts.ts'
import { notAllowed, refusal } from './refusal.ts'

// The title of an event is `[Name] …`, so a name must be one that we can read back.
const { brackets, unwritable, visible, longest } = nameRules

/** What is wrong with a name; null for a valid one. */
export function nameError(name: string): Message | null {
  if (unwritable.test(name) || !name.isWellFormed()) return message('refusal.controlCharacters')
  const tidy = tidyName(name)
  if (!visible.test(tidy)) return message('refusal.nameNeeded')
  if (openNightTitles('en').some(title => sameName(title, tidy)))
    return message('refusal.meansNobody', { name: tidy })
  if (brackets.test(tidy)) return message('refusal.brackets')
  if (Array.from(tidy).length > longest) return message('refusal.nameTooLong', { most: longest })
  return null
}

/**
 * The tidied name of a babysitter. Refuses a parent's name, current or earlier, because the title of the
 * event would name the parent; and one that is almost a parent's, unless a person `confirmed` it.
 * @throws ChangeRefusal `not-allowed`, `near-name`
 */
export function babysitterName(
  text: string,
  facts: Pick<ChangeFacts, 'names' | 'earlierNames' | 'babysitters'>,
  { confirmed = false }: { confirmed?: boolean } = {},
): string {
  const { names, earlierNames } = facts
  const fault = nameError(text)
  if (fault !== null) throw notAllowed('name', fault)
  const parent = [names.a, names.b].find(name => sameName(name, text))
  if (parent !== undefined)
    throw notAllowed('name', message('refusal.parentIsNoBabysitter', { name: parent }))
  const earlier = earlierNames.find(({ name }) => sameName(name, text))
  if (earlier !== undefined)
    throw notAllowed(
      'name',
      message('refusal.parentsEarlierName', { name: earlier.name, parent: names[earlier.parent] }),
    )
  const name = tidyName(text)
  const meant = confirmed ? undefined : parentMeant(text, facts)
  if (meant !== undefined)
    throw refusal('near-name', 'name', message('refusal.nearName', { name, parent: names[meant] }))
  return name
}

/**
 * The titles of an open night, in the household's language first. A title in another language may still be in
 * the calendar.
 */
export function openNightTitles(language: string): string[] {
  const spoken = [language, ...languages.filter(other => other !== language)]
  return spoken.map(one => wordingFor(one).say('event.openNight'))
}
