import { defineJob, patient } from '../queue/contract.ts'
import { wakeUp } from '../queue/wake-up.ts'

/** Makes the publish site agree with the nights. One household, so no id. */
export const publish = defineJob({
  queue: 'publish',
  name: 'publish',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'publish',
})
