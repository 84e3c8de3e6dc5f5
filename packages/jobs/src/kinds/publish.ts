import { defineJob, patient } from '../queue/contract.ts'
import { wakeUp } from '../queue/wake-up.ts'

/** Updates the published site. There is one household, so no id. */
export const publish = defineJob({
  queue: 'publish',
  name: 'publish',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'publish',
})
