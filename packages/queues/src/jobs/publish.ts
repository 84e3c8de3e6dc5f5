import { defineJob, patient } from '../contract.ts'
import { wakeUp } from '../wake-up.ts'

/** Makes the publish site agree with the nights. One household, so no id. */
export const publish = defineJob({
  queue: 'publish',
  name: 'publish',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'publish',
})
