import type { JobFailure } from '@night-routine/database/connection'
import type { Wording } from '@night-routine/wording'

/** Why a job failed, in the reader's language. */
export function failureText({ code, facts }: JobFailure, wording: Wording): string {
  return wording.knows(code)
    ? wording.tell({ key: code, values: facts })
    : wording.say('status.failed')
}
