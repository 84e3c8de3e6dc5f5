import { defineJob, patient } from '../queue/contract.ts'
import { wakeUp } from '../queue/wake-up.ts'

/** Makes the selected calendar agree with the nights. One calendar, so no id. */
export const push = defineJob({
  queue: 'push',
  name: 'push',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'push',
})
