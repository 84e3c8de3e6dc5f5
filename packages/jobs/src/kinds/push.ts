import { defineJob, patient } from '../queue/contract.ts'
import { wakeUp } from '../queue/wake-up.ts'

/** Writes the nights to the selected calendar. There is one calendar, so no id. */
export const push = defineJob({
  queue: 'push',
  name: 'push',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'push',
})
