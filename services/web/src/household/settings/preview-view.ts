import type { ParentId } from '@night-routine/database/nights'
import type { Preview } from '@night-routine/household'
import { parentIn, type Wording } from '@night-routine/wording'
import { caregiverName, type Kind } from '../../text/caregiver-name.ts'
import { datedNight } from '../../text/dated-night.ts'

interface ShownAssignee {
  name: string
  kind: Kind
}

/** The preview of a change. */
export interface PreviewView {
  sentence: string
  nights: { date: string; before: ShownAssignee; after: ShownAssignee }[]
  /** A sentence about nights that would be planned for the first time, if any. */
  added: string | null
  /** A sentence about nights that would no longer be planned, if any. */
  removed: string | null
  /** That tonight stays with who would be away, if so. */
  tonight: string | null
  /** A sentence about nights without an available parent, if any. */
  open: string | null
}

export interface PreviewFacts {
  names: Record<ParentId, string>
  tonight: Temporal.PlainDate
  wording: Wording
}

const openShown = 7

/** Which planned nights would go to someone else, before and after, and how many. */
export function previewView(
  { changed, added, removed, openNights, tonightStays }: Preview,
  { names, tonight, wording }: PreviewFacts,
): PreviewView {
  const date = (night: Temporal.PlainDate) => datedNight(night, tonight, wording)
  const assignee = (caregiver: Preview['changed'][number]['after']): ShownAssignee => ({
    name: caregiverName({ caregiver, babysitter: null }, { names }, wording),
    kind: caregiver ?? 'open',
  })
  return {
    sentence: wording.say('settings.wouldChangeHands', { nights: changed.length }),
    nights: changed.map(({ night, before, after }) => ({
      date: wording.capital(date(night)),
      before: assignee(before),
      after: assignee(after),
    })),
    added: planText('settings.wouldBePlanned', added, { date, wording }),
    removed: planText('settings.noLongerPlanned', removed, { date, wording }),
    tonight:
      tonightStays &&
      wording.say('night.tonightStays', { name: parentIn({ names }, tonightStays) }),
    open: openText(openNights, date, wording),
  }
}

type DateText = (night: Temporal.PlainDate) => string

function planText(
  key: 'settings.wouldBePlanned' | 'settings.noLongerPlanned',
  nights: readonly Temporal.PlainDate[],
  { date, wording: { say } }: { date: DateText; wording: Wording },
) {
  const [first, last] = [nights[0], nights.at(-1)]
  if (first === undefined || last === undefined) return null
  const which =
    nights.length === 1
      ? date(first)
      : say('settings.allFromTo', { from: date(first), to: date(last) })
  return say(key, { nights: nights.length, which })
}

function openText(open: readonly Temporal.PlainDate[], date: DateText, { say }: Wording) {
  if (open.length === 0) return null
  const more = open.length - openShown
  const shown = open.slice(0, openShown).map(date).join(', ')
  return more > 0
    ? say('settings.nobodyOnAndMore', { shown, more })
    : say('settings.nobodyOn', { shown })
}
