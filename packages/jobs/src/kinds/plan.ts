import { defineJob, patient } from '../queue/contract.ts'
import { wakeUp } from '../queue/wake-up.ts'

/** Plans the nights ahead from the rules, absences and overrides. There is one household, so no id. */
export const plan = defineJob({
  queue: 'plan',
  name: 'plan',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'plan',
})
