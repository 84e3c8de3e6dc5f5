import type { Assignment, NightDecision, ParentId } from '@night-routine/database/nights'
import { initialSettings } from '@night-routine/household'
import type { ImportFacts } from '../src/import-facts.ts'
import type { ImportedNight } from '../src/imported.ts'

const tonight = Temporal.PlainDate.from('2026-11-20')
const at = Temporal.Instant.from('2026-11-20T18:00:00Z')

/** A household on the evening of 20 November 2026, without a night. */
export function factsOf(
  names: Record<ParentId, string | null>,
  earlierNames: ImportFacts['change']['earlierNames'] = [],
) {
  const person = (id: ParentId) => ({
    name: names[id],
    unavailableWeekdays: [] as number[],
    ratherNotWeekdays: [],
  })
  return {
    settings: { ...initialSettings, parents: { a: person('a'), b: person('b') } },
    change: { earlierNames, tonight, today: tonight, oldest: tonight.subtract({ days: 5 }) },
    nights: [] as Assignment[],
    knownEvents: new Set<string>(),
  } satisfies ImportFacts
}

/** A night that this household has. */
export function stored(
  night: string,
  caregiver: ParentId,
  { override = false }: { override?: boolean } = {},
): Assignment {
  return decisionOf({
    night: Temporal.PlainDate.from(night),
    caregiver,
    babysitter: null,
    reason: override ? 'Override' : 'Alternating',
    override,
    explanation: null,
    decidedOn: tonight,
  })
}

/** A decision as it is stored. */
export function decisionOf(decision: NightDecision): Assignment {
  return { ...decision, id: 1n, createdAt: at, updatedAt: at, revision: 1n }
}

/** Nights of a file, one for each name. */
export function importedNights(
  first: string,
  names: readonly string[],
  kind: ImportedNight['kind'],
): ImportedNight[] {
  return names.map((name, index) => ({
    night: Temporal.PlainDate.from(first).add({ days: index }).toString(),
    name,
    kind,
    reason: null,
    locked: kind === 'babysitter',
    eventId: null,
  }))
}
