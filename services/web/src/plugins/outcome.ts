import type { ChangeOutcome } from '@night-routine/household'
import { Type, type Static } from 'typebox'

/** What a change did: its id for the history and an undo, and the nights that another person does now. */
export const outcome = Type.Object({
  change: Type.Union([Type.String(), Type.Null()]),
  changed_nights: Type.Array(Type.String()),
})

/** The same, for an endpoint whose request says nothing itself. */
export function outcomeOfA(description: string) {
  return Type.Object(outcome.properties, { description })
}

/** The outcome of a change, as the API answers it. */
export function outcomeView({ change, changedNights }: ChangeOutcome): Static<typeof outcome> {
  return { change, changed_nights: changedNights.map(String) }
}
