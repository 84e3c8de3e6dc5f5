import { once } from 'node:events'

/** Resolves when the deadline passes, so that a race with it ends there. */
export async function passed(deadline: AbortSignal): Promise<'late'> {
  if (!deadline.aborted) await once(deadline, 'abort')
  return 'late'
}
