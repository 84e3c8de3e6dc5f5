import { ChangeRefusedError } from '@night-routine/household'

/** The refusal that the work meets; an error of its own when it is not refused. */
export async function refusalOf(work: () => unknown): Promise<ChangeRefusedError> {
  try {
    await work()
  } catch (error) {
    if (error instanceof ChangeRefusedError) return error
    throw error
  }
  throw new Error('it was not refused')
}
