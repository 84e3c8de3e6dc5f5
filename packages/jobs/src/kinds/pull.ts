import { defineJob, patient } from '../queue/contract.ts'
import { wakeUp } from '../queue/wake-up.ts'

/** Reads what people changed in the selected calendar. There is one calendar, so no id. */
export const pull = defineJob({
  queue: 'pull',
  name: 'pull',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'pull',
})
