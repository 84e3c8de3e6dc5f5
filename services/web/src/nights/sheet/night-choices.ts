import type { Database } from '@night-routine/database/connection'
import {
  readEarlierBabysitters,
  readNights,
  type Ask,
  type Assignment,
  type ParentId,
} from '@night-routine/database/nights'
import {
  ChangeRefusedError,
  oldestChangeable,
  previewAbsence,
  previewNight,
  previewSwap,
  previewWeight,
  tonight,
  type Fault,
  type NightPreviews,
  type Preview,
  type Settings,
  type SwapPreview,
} from '@night-routine/household'
import { absenceAskedFor, parentIn, type AbsenceForm } from '../../plugins/absence-form.ts'

/** The choices for a night that have a page of their own: it says what they would do, and asks. */
export const choiceNames = [
  'ask',
  'give',
  'swap',
  'babysitter',
  'away',
  'unlock',
  'weight',
  'note',
] as const

/** What a person may do with a night. */
export interface NightChoices {
  /** Names of babysitters on record, the latest first. */
  sitters: string[]
  /** The nights ahead that it can be swapped with, in order. */
  swappable: Assignment[]
  /** Those of them that the reader can offer in return. */
  returns: Assignment[]
  /** What the night counts; 1 is as usual. */
  weight: number
  /** The night is over, so unlocking does not change who did it. */
  isOver: boolean
  /** Whether the other parent has an account, and so can be asked. */
  joined: boolean
  /** Whether the other parent was asked to take it. */
  asked: boolean
}

/** A weight to confirm: what it would change. */
export interface ProposedWeight {
  weight: number
  preview: Preview
}

/** What a person chose to do with a night, before they confirm it, and what it would do to the plan. */
export type NightStep =
  | { choice: 'ask' | 'swap' | 'weight' | 'note' }
  | { choice: 'give'; to: ParentId; preview: Preview | null }
  | { choice: 'babysitter'; name: string; preview: Preview | null }
  | { choice: 'unlock'; preview: NightPreviews['unlock'] }
  | { choice: 'away'; form: AbsenceForm; preview: Preview | null; faults: readonly Fault[] }
  | { choice: 'swap-with'; swap: SwapPreview }
  | { choice: 'weigh'; proposed: ProposedWeight }

/** What an address says of a choice. */
export interface AskedStep {
  choice: (typeof choiceNames)[number] | undefined
  /** Who gets the night. */
  to: string
  sitter: string
  /** The other night of a swap. */
  swap: bigint | null
  /** What the night is to count. */
  weight: number | null
  absence: AbsenceForm
}

interface Facts {
  selected: Assignment
  settings: Settings
  /** Which parent reads. */
  reader: ParentId | null
  now: Temporal.Instant
}

/** The choices for a night; null for one that is too old to be changed. */
export async function readNightChoices(
  db: Database,
  {
    selected,
    weight,
    joined,
    asks,
    reader,
    settings,
    now,
  }: Facts & Pick<NightChoices, 'weight' | 'joined'> & { asks: readonly Ask[] },
): Promise<NightChoices | null> {
  const oldest = oldestChangeable(settings, now)
  if (Temporal.PlainDate.compare(selected.night, oldest) < 0) return null
  const from = tonight(settings, now)
  const [sitters, ahead] = await Promise.all([
    readEarlierBabysitters(db),
    readNights(db, from, from.add({ days: settings.lookAheadDays })),
  ])
  const swappable = ahead.filter(other => canSwap(selected, other))
  const isOffered = ({ night }: Assignment) =>
    asks.some(({ returnNight }) => returnNight?.equals(night) === true)
  const isAway = ({ explanation }: Assignment) =>
    explanation?.away.some(parent => parent === reader) === true
  return {
    sitters,
    swappable,
    returns: swappable.filter(other => !isOffered(other) && !isAway(other)),
    weight,
    isOver: Temporal.PlainDate.compare(selected.night, from) < 0,
    joined,
    asked: asks.some(({ night }) => night.equals(selected.night)),
  }
}

/** The step that an address asks for, with what it would do; null without one, and for one that can't be. */
export async function readNightStep(
  db: Database,
  asked: AskedStep,
  { selected: { id, caregiver }, reader, now }: Facts,
): Promise<NightStep | null> {
  const { choice, swap: otherId, weight, sitter } = asked
  if (otherId !== null)
    return { choice: 'swap-with', swap: await previewSwap(db, { id, otherId, now }) }
  if (weight !== null) {
    const proposed = { weight, preview: await previewWeight(db, { id, weight, now }) }
    return { choice: 'weigh', proposed }
  }
  switch (choice) {
    case 'give': {
      const to = parentIn(asked.to)
      if (to === undefined || to === caregiver) return null
      return { choice, to, preview: (await previewNight(db, { id, now })).give[to] }
    }
    case 'babysitter':
      return { choice, name: sitter, preview: (await previewNight(db, { id, now })).babysitter }
    case 'unlock':
      return { choice, preview: (await previewNight(db, { id, now })).unlock }
    case 'away':
      return { choice, ...(await readAway(db, asked.absence, { reader, now })) }
    case 'ask':
    case 'swap':
    case 'weight':
    case 'note':
      return { choice }
    case undefined:
    default:
      return null
  }
}

/** An absence as typed, and what it would change once it has dates. */
async function readAway(
  db: Database,
  form: AbsenceForm,
  { reader, now }: Pick<Facts, 'reader' | 'now'>,
) {
  const typed = { ...form, parent: form.parent || (reader ?? '') }
  const asked = absenceAskedFor(typed)
  if ('faults' in asked)
    return { form: typed, preview: null, faults: form.to === '' ? [] : asked.faults }
  try {
    return { form: typed, preview: await previewAbsence(db, { ...asked.absence, now }), faults: [] }
  } catch (error) {
    if (!(error instanceof ChangeRefusedError)) throw error
    return { form: typed, preview: null, faults: error.faults }
  }
}

function canSwap(night: Assignment, other: Assignment): boolean {
  return (
    [night, other].every(({ override, caregiver }) => !override && isParent(caregiver)) &&
    night.caregiver !== other.caregiver
  )
}

function isParent(caregiver: Assignment['caregiver']) {
  return caregiver === 'a' || caregiver === 'b'
}
