import {
  readEarlierBabysitters,
  readNights,
  type Assignment,
  type Database,
} from '@night-routine/database'
import {
  oldestChangeable,
  previewNight,
  tonight,
  type NightPreviews,
  type Preview,
  type Settings,
} from '@night-routine/household'

/** What a person may do with a night, and its effect. */
export interface NightChoices {
  /** Names of babysitters on record, the latest first. */
  sitters: string[]
  /** The nights ahead that it can be swapped with, in order. */
  swappable: Assignment[]
  /** What each choice would do to the plan. */
  previews: NightPreviews
  /** What the night counts; 1 is as usual. */
  weight: number
  /** The night is over, so unlocking does not change who did it. */
  isOver: boolean
}

/** A weight to confirm: what it would change. */
export interface ProposedWeight {
  weight: number
  preview: Preview
}

/** The choices for a night; null for one that is too old to be changed. */
export async function readNightChoices(
  db: Database,
  {
    selected,
    weight,
    settings,
    now,
  }: { selected: Assignment; weight: number; settings: Settings; now: Temporal.Instant },
): Promise<NightChoices | null> {
  const oldest = oldestChangeable(settings, now)
  if (Temporal.PlainDate.compare(selected.night, oldest) < 0) return null
  const from = tonight(settings, now)
  const [sitters, ahead] = await Promise.all([
    readEarlierBabysitters(db),
    readNights(db, from, from.add({ days: settings.lookAheadDays })),
  ])
  const swappable = ahead.filter(other => canSwap(selected, other))
  const previews = await previewNight(db, { id: selected.id, now })
  const isOver = Temporal.PlainDate.compare(selected.night, from) < 0
  return { sitters, swappable, previews, weight, isOver }
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
