import { Type } from 'typebox'
import { defineJob, patient } from '../contract.ts'

/** Keeps one live notification channel for the selected calendar. One calendar, so no id. */
export const channel = defineJob({
  queue: 'channel',
  name: 'channel',
  payload: Type.Object({}, { additionalProperties: false }),
  options: patient,
  deduplicationId: () => 'channel',
})
