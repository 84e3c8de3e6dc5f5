import { publishFailureReasons } from '@night-routine/household'
import { wording, type Wording } from '@night-routine/wording'

// The job request stores the failure in English, as the log does.
const failures = new Map(
  [
    ...publishFailureReasons.map(reason => `publishFailure.${reason}` as const),
    'status.failed' as const,
  ].map(key => [wording('en').say(key), key]),
)

/** Why publishing failed, in the language of the page if the failure is a known one. */
export function publishFailureWords(failure: string, { say }: Wording): string {
  const known = failures.get(failure)
  return known === undefined ? failure : say(known)
}
