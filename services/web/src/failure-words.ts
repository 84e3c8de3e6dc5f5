import type { JobFailure } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'

/** Why a job failed, in the reader's language. */
export function failureWords({ code, facts }: JobFailure, words: Wording): string {
  return words.knows(code) ? words.tell({ key: code, values: facts }) : words.say('status.failed')
}
