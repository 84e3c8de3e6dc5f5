import { VaultError } from '../src/index.ts'

/** The error of ours that an attempt ends in; any other end is thrown. */
export async function failure(attempt: Promise<unknown>): Promise<VaultError> {
  let outcome: unknown
  try {
    outcome = await attempt
  } catch (error) {
    if (error instanceof VaultError) return error
    throw error
  }
  throw new Error(`expected a failure, got ${JSON.stringify(outcome)}`)
}
