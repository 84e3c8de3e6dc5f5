import {
  readAssignment,
  readNightNotes,
  readNightWeights,
  type Assignment,
  type NightRange,
} from '@night-routine/database/nights'
import { ledgerOf, parentIds } from '@night-routine/fairness'
import { explainNight, kindOf, splitOf } from '@night-routine/household'
import type { FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { WebContext } from '../../plugins/context.ts'
import { exactId } from '../../plugins/id.ts'
import { text, textOrNull } from '../../plugins/json-api.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { caregiverName, nightKind } from '../../text/caregiver-name.ts'

/** A night, in the fields of the API. */
export const shownNight = Type.Object({
  id: exactId,
  date: text,
  kind: nightKind,
  parent: Type.Union([Type.Enum([...parentIds]), Type.Null()]),
  name: textOrNull,
  override: Type.Boolean(),
  decision_reason: textOrNull,
  reason: textOrNull,
  note: Type.Union([Type.Object({ text, shared: Type.Boolean() }), Type.Null()]),
  weight: Type.Number(),
})

/** The night with this id; null if there is none. */
export async function readShownNight(db: WebContext['db'], request: FastifyRequest, id: bigint) {
  const night = await readAssignment(db, id)
  if (night === undefined) return null
  const [one] = await showNights(db, request, [night], { from: night.night, to: night.night })
  return one ?? null
}

/** These nights, which are within a range. */
export async function showNights(
  db: WebContext['db'],
  request: FastifyRequest,
  nights: readonly Assignment[],
  within: NightRange,
): Promise<Static<typeof shownNight>[]> {
  const { settings, names } = signedIn(request)
  const { wording } = request
  const [notes, weights] = await Promise.all([readNightNotes(db, within), readNightWeights(db)])
  const { weightOf } = ledgerOf(splitOf(settings, weights))
  return nights.map(one => {
    const { id, night, caregiver, override, reason } = one
    const note = notes.get(night.toString())
    return {
      id,
      date: night.toString(),
      kind: kindOf(one),
      parent: caregiver === 'babysitter' ? null : caregiver,
      name: caregiver === null ? null : caregiverName(one, { names }, wording),
      override,
      decision_reason: reason,
      reason: explainNight(one, { names }, wording),
      note: note === undefined ? null : { text: note.note, shared: note.shared },
      weight: weightOf(night),
    }
  })
}
