import { Type } from 'typebox'
import { defineJob, patient } from '../contract.ts'

/** Makes the selected calendar agree with the nights. One calendar, so no id. */
export const push = defineJob({
  queue: 'push',
  name: 'push',
  payload: Type.Object({}, { additionalProperties: false }),
  options: patient,
  deduplicationId: () => 'push',
})
