import { ChangeRefusedError } from '@night-routine/household'

/** The refusal of the work; throws when it was not refused. */
export async function refusalOf(work: () => unknown): Promise<ChangeRefusedError> {
  try {
    await work()
  } catch (error) {
    if (error instanceof ChangeRefusedError) return error
    throw error
  }
  throw new Error('it was not refused')
}
