import { nameRules, type Message } from '@night-routine/wording'
import { notAllowed } from './refusal.ts'

/**
 * A person's text on one line, with single spaces.
 * @throws ChangeRefusal `not-allowed`
 */
export function oneLine(
  text: string,
  rules: { field: string; most: number; characters: Message; tooLong: Message },
): string {
  const tidy = text.normalize('NFC').replace(/\s+/gu, ' ').trim()
  if (nameRules.unwritable.test(tidy) || !tidy.isWellFormed())
    throw notAllowed(rules.field, rules.characters)
  if (Array.from(tidy).length > rules.most) throw notAllowed(rules.field, rules.tooLong)
  return tidy
}
