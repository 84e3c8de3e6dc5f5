import type { ParentId } from '@night-routine/database'
import { message } from '@night-routine/wording'
import { nameFault, sameName, tidyName } from './person-name.ts'
import { refusal } from './refusal.ts'

/**
 * The name of a babysitter, tidied. A parent's name is none: the title of the event would name the
 * parent (reliability.md section 9).
 * @throws ChangeRefusedError
 */
export function babysitterName(text: string, names: Record<ParentId, string>): string {
  const fault = nameFault(text)
  if (fault !== null) throw refusal('not-allowed', 'name', fault)
  const parent = [names.a, names.b].find(name => sameName(name, text))
  if (parent !== undefined)
    throw refusal('not-allowed', 'name', message('refusal.parentIsNoBabysitter', { name: parent }))
  return tidyName(text)
}
