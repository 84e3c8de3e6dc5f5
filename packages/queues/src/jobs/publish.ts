import { Type } from 'typebox'
import { defineJob, patient } from '../contract.ts'

/** Makes the publish site agree with the nights. One household, so no id. */
export const publish = defineJob({
  queue: 'publish',
  name: 'publish',
  payload: Type.Object({}, { additionalProperties: false }),
  options: patient,
  deduplicationId: () => 'publish',
})
