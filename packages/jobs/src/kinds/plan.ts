import { defineJob, patient } from '../queue/contract.ts'
import { wakeUp } from '../queue/wake-up.ts'

/** Makes the future nights agree with rules, absences and overrides. One household, so no id. */
export const plan = defineJob({
  queue: 'plan',
  name: 'plan',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'plan',
})
