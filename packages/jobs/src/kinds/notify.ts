import { defineJob, patient } from '../queue/contract.ts'
import { wakeUp } from '../queue/wake-up.ts'

/** Tells people about their nights. There is one household, so no id. */
export const notify = defineJob({
  queue: 'notify',
  name: 'notify',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'notify',
})
