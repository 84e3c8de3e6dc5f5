import { defineJob, patient } from '../contract.ts'
import { wakeUp } from '../wake-up.ts'

/** Keeps one live notification channel for the selected calendar. One calendar, so no id. */
export const channel = defineJob({
  queue: 'channel',
  name: 'channel',
  payload: wakeUp,
  options: patient,
  deduplicationId: () => 'channel',
})
