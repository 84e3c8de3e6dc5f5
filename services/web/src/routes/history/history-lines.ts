import type { Caregiver, RecordedEntry } from '@night-routine/database'
import { nightsOfChange, type NightOfChange } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import { caregiverName, type Kind, type People } from '../home/night-cell.ts'
import { datedNight } from '../settings/dated-night.ts'

/** Who did, or does, a night. */
interface Carer {
  name: string
  kind: Kind
  locked: boolean
}

/** A night of a change, from old to new. */
export interface NightLine {
  /** YYYY-MM-DD: the history of this night is one press away. */
  night: string
  date: string
  before: Carer
  after: Carer
}

/** What the lines of a change depend on. */
export interface LineFacts {
  people: People
  tonight: Temporal.PlainDate
  words: Wording
}

/** The nights of a change: those that somebody decided, and those that the plan moved because of it. */
export function nightLines(
  entries: readonly RecordedEntry[],
  facts: LineFacts,
): { decided: NightLine[]; moved: NightLine[] } {
  const nights = nightsOfChange(entries.filter(isAboutCaregiver))
  return {
    decided: nights.filter(isDecided).map(night => nightLine(night, facts)),
    moved: nights.filter(night => !isDecided(night)).map(night => nightLine(night, facts)),
  }
}

function isDecided({ first }: NightOfChange): boolean {
  return first.action !== 'night-replanned'
}

/** An edit that was not followed, and an event made again, leave the night as it was. */
function isAboutCaregiver({ before, after }: RecordedEntry): boolean {
  return [before, after].some(facts => facts !== null && 'caregiver' in facts)
}

function nightLine(
  { night, before, after }: NightOfChange,
  { people, tonight, words }: LineFacts,
): NightLine {
  const carer = (state: {
    caregiver: Caregiver | null
    babysitterName: string | null
    override: boolean
  }): Carer => ({
    name: caregiverName(state, people, words),
    kind: state.caregiver ?? 'open',
    locked: state.override,
  })
  return {
    night: night.toString(),
    date: words.capital(datedNight(night, tonight, words)),
    before: carer(before),
    after: carer(after),
  }
}
