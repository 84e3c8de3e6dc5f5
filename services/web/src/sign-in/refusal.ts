import { message, type Message } from '@night-routine/wording'

/** Why nothing was changed, and the status that says so. */
export interface Refusal {
  fault: Message
  status: number
}

/** After too many failed attempts. @param seconds until the next one */
export function tooManyAttempts(seconds: number): Refusal {
  return { fault: message('identity.wait', { seconds }), status: 429 }
}
