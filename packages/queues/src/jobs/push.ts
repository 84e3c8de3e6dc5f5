import { defineJob, patient } from '../contract.ts'
import { wakeUp } from '../wake-up.ts'

/** Makes the selected calendar agree with the nights. One calendar, so no id. */
export const push = defineJob({
  queue: 'push',
  name: 'push',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'push',
})
