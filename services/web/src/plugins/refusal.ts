import type { SignInOutcome } from '@night-routine/credentials'
import type { CredentialSecrets } from '@night-routine/database/credentials'
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

/** What a failed check says. */
export function refusalOf(answer: SignInOutcome<CredentialSecrets>): Refusal {
  if (answer.outcome === 'wait') return tooManyAttempts(answer.seconds)
  if (answer.outcome === 'code-wrong') return { fault: message('identity.codeWrong'), status: 401 }
  if (answer.outcome === 'factor-lost')
    return { fault: message('identity.factorLost'), status: 401 }
  return { fault: message('identity.wrong'), status: 401 }
}
