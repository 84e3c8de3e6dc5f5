import { CalendarError, SignInError } from '@night-routine/calendar'

/** The CalendarError or SignInError of a failed attempt; other outcomes are thrown. */
export async function failure(attempt: Promise<unknown>): Promise<CalendarError | SignInError> {
  let outcome: unknown
  try {
    outcome = await attempt
  } catch (error) {
    if (error instanceof CalendarError || error instanceof SignInError) return error
    throw error
  }
  throw new Error(`expected a failure, got ${JSON.stringify(outcome)}`)
}
