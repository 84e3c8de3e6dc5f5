import type { ParentId } from '@night-routine/database/nights'
import type { Preview } from '@night-routine/household'
import { parentIn, type Wording } from '@night-routine/wording'
import { caregiverName } from '../../text/caregiver-name.ts'
import { datedNight } from '../../text/dated-night.ts'

const openShown = 7

/** Which planned nights would go to someone else, before and after, and what else a change would do. */
export function previewView(
  { changed, added, removed, openNights, tonightStays, balance }: Preview,
  facts: { names: Record<ParentId, string>; tonight: Temporal.PlainDate; wording: Wording },
) {
  const { names, tonight, wording } = facts
  const { say } = wording
  const date = (night: Temporal.PlainDate) => datedNight(night, tonight, wording)
  const assignee = (caregiver: Preview['changed'][number]['after']) => ({
    name: caregiverName({ caregiver, babysitter: null }, { names }, wording),
    kind: caregiver ?? 'open',
  })
  const plannedText = (
    key: 'settings.wouldBePlanned' | 'settings.noLongerPlanned',
    nights: readonly Temporal.PlainDate[],
  ) => {
    const [first, last] = [nights[0], nights.at(-1)]
    if (first === undefined || last === undefined) return null
    const which =
      nights.length === 1
        ? date(first)
        : say('settings.allFromTo', { from: date(first), to: date(last) })
    return say(key, { nights: nights.length, which })
  }
  const lead = (ahead: number) =>
    ahead === 0
      ? say('statistics.same')
      : say('statistics.lead', { name: names[ahead > 0 ? 'a' : 'b'], count: Math.abs(ahead) })
  function balanceText({ before, after }: NonNullable<Preview['balance']>) {
    return before === after
      ? say('settings.balanceStays', { balance: lead(after) })
      : say('settings.balanceMoves', { before: lead(before), after: lead(after) })
  }
  const more = openNights.length - openShown
  const shown = openNights.slice(0, openShown).map(date).join(', ')
  const open =
    more > 0
      ? say('settings.nobodyOnAndMore', { shown, more })
      : say('settings.nobodyOn', { shown })
  return {
    sentence: say('settings.wouldChangeHands', { nights: changed.length }),
    nights: changed.map(({ night, before, after }) => ({
      date: wording.capital(date(night)),
      before: assignee(before),
      after: assignee(after),
    })),
    added: plannedText('settings.wouldBePlanned', added),
    removed: plannedText('settings.noLongerPlanned', removed),
    balance: balance ? balanceText(balance) : null,
    tonight: tonightStays && say('night.tonightStays', { name: parentIn({ names }, tonightStays) }),
    open: openNights.length === 0 ? null : open,
  }
}
