import { ChangeRefusal } from '@night-routine/household'

/** The refusal of the work; throws when it was not refused. */
export async function refusalOf(work: () => unknown): Promise<ChangeRefusal> {
  try {
    await work()
  } catch (error) {
    if (error instanceof ChangeRefusal) return error
    throw error
  }
  throw new Error('it was not refused')
}
