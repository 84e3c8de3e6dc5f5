import { Type } from 'typebox'
import { defineJob, patient } from '../contract.ts'

/** Makes the nights agree with what people changed in the selected calendar. One calendar, so no id. */
export const pull = defineJob({
  queue: 'pull',
  name: 'pull',
  payload: Type.Object({}, { additionalProperties: false }),
  options: patient,
  deduplicationId: () => 'pull',
})
