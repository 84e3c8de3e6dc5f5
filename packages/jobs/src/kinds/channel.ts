import { defineJob, patient } from '../queue/contract.ts'
import { wakeUp } from '../queue/wake-up.ts'

/** Keeps one live notification channel for the selected calendar. There is one calendar, so no id. */
export const channel = defineJob({
  queue: 'channel',
  name: 'channel',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'channel',
})
