import { defineJob, patient } from '../contract.ts'
import { wakeUp } from '../wake-up.ts'

/** Makes the future nights agree with rules, absences and overrides. One household, so no id. */
export const plan = defineJob({
  queue: 'plan',
  name: 'plan',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'plan',
})
