import { publishFailureReasons } from '@night-routine/household'
import { wording, type Wording } from '@night-routine/wording'

// The job request keeps what failed in English, as the log does.
const failures = new Map(
  [
    ...publishFailureReasons.map(reason => `publishFailure.${reason}` as const),
    'status.failed' as const,
  ].map(key => [wording('en').say(key), key]),
)

/** Why publishing failed, in the language of the page where the failure is one we know. */
export function publishFailureWords(failure: string, { say }: Wording): string {
  const known = failures.get(failure)
  return known === undefined ? failure : say(known)
}
