import { CalendarError } from '../errors.ts'
import type { Finding } from '../finding.ts'
import type { Grants } from '../sign-in.ts'
import { refusedRedirectHost, type SignInOptions } from './oauth.ts'

/** What the doctor finds about our client at Google. */
export async function examineClient(
  { refresh }: Pick<Grants, 'refresh'>,
  { authUrl, redirectUri }: Pick<SignInOptions, 'authUrl' | 'redirectUri'>,
): Promise<Finding[]> {
  const answer = await refresh('night-routine-doctor').then(
    () => undefined,
    (error: unknown) => (error instanceof CalendarError ? error : undefined),
  )
  const { origin } = new URL(redirectUri)
  // An emulator has its own rules.
  const why = authUrl === undefined ? refusedRedirectHost(origin) : null
  return [judgeClient(answer), ...(why === null ? [] : [judgeAddress(origin, why)])]
}

function judgeAddress(origin: string, why: string): Finding {
  return {
    state: 'problem',
    text: `The provider refuses ${origin} as a redirect address: ${why}.`,
    fix: 'Set PUBLIC_URL to your own domain with https (docs/google-cloud.md, step 6).',
  }
}

/** The provider’s answer to an invalid refresh token shows whether it knows the client. */
export function judgeClient(
  answer: Pick<CalendarError, 'reason' | 'message'> | undefined,
): Finding {
  if (answer?.reason === 'unauthorized')
    return {
      state: 'ok',
      text: 'The provider knows GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    }
  if (answer?.reason === 'client-refused')
    return {
      state: 'problem',
      text: 'The provider does not accept GOOGLE_CLIENT_ID with GOOGLE_CLIENT_SECRET.',
      fix: 'Copy both again from the credentials of the Google project; docs/google-cloud.md shows where.',
    }
  return {
    state: 'notice',
    text: `The client could not be checked with the provider: ${answer?.message ?? 'no answer'}`,
    fix: 'Check that this machine can reach the provider, and run the doctor again.',
  }
}
