import { sameName } from '@night-routine/calendar'
import { message } from '@night-routine/wording'
import type { ChangeFacts } from './change-facts.ts'
import { nameFault, tidyName } from './person-name.ts'
import { refusal } from './refusal.ts'

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
