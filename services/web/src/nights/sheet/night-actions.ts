import type { Assignment } from '@night-routine/database/nights'
import { otherParent, parentIds } from '@night-routine/fairness'
import { parentIn } from '@night-routine/wording'
import type { MonthFacts } from '../home/month-view.ts'
import { nightLink, sheetAddress } from '../home/night-cell.ts'
import type { NightChoices } from './night-choices.ts'

/** As many babysitters have a button of their own. */
const mostChips = 3

/** What a person may do with this night. */
export function nightActions(
  night: Assignment,
  { sitters, swappable, weight, usual, isOver, joined, asked }: NightChoices,
  { people, month, wording }: Pick<MonthFacts, 'people' | 'month' | 'wording'>,
) {
  const { caregiver, override } = night
  const at = (choice: Record<string, string>) => sheetAddress(nightLink(month, night), choice)
  const { reader } = people
  const mayAsk = caregiver === reader && joined && !override && !isOver && !asked
  return {
    id: night.id.toString(),
    give: parentIds
      // Who is asked for the night answers above the rows.
      .filter(parent => parent !== caregiver && !(asked && parent === reader))
      .map(to => {
        const name = parentIn(people, to)
        return {
          instead: wording.say('night.instead', { name }),
          ask: mayAsk ? at({ choice: 'ask' }) : null,
          address: at({ choice: 'give', to }),
          label: mayAsk ? wording.say('night.giveShort') : wording.say('night.giveTo', { name }),
        }
      }),
    swap:
      swappable.length === 0 || (caregiver !== 'a' && caregiver !== 'b')
        ? null
        : {
            text: wording.say('night.swapWith', { name: parentIn(people, otherParent(caregiver)) }),
            address: at({ choice: 'swap' }),
          },
    sitters: sitters
      .filter(name => name !== night.babysitter?.name)
      .slice(0, mostChips)
      .map(name => ({ name, address: at({ choice: 'babysitter', sitter: name }) })),
    anotherSitter: at({ choice: 'babysitter' }),
    away: at({ choice: 'away' }),
    lock: !override && caregiver !== null,
    unlock: override ? at({ choice: 'unlock' }) : null,
    note: at({ choice: 'note' }),
    weight: {
      // The lightest nights count 1.
      text: wording.say((weight ?? usual) === 1 ? 'night.countMore' : 'night.countOtherwise'),
      address: at({ choice: 'weight' }),
    },
  }
}
