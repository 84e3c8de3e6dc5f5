import { Type } from 'typebox'
import { defineJob, patient } from '../contract.ts'

/** Makes the future nights agree with rules, absences and overrides. One household, so no id. */
export const plan = defineJob({
  queue: 'plan',
  name: 'plan',
  payload: Type.Object({}, { additionalProperties: false }),
  options: patient,
  deduplicationId: () => 'plan',
})
