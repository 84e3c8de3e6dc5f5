import { checkSignIn, clientNetwork, type SignInHost } from '@night-routine/accounts'
import type { Identity, IdentitySecrets } from '@night-routine/database'
import { message, type Message } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import { signedIn } from '../plugins/sessions.ts'

/** Why nothing was changed, and the status that says so. */
export interface Refusal {
  fault: Message
  status: number
}

/** How long a new session confirms a change by itself, for people without a password. */
const freshMinutes = 10

/**
 * Whether the signed-in person changes how they sign in, and not someone at a browser left open (ASVS 5.0 7.5.1): by
 * the current password, which is limited as a sign-in is. People without one have signed in just now.
 */
export async function confirmed(
  request: Pick<FastifyRequest, 'ip' | 'sessionContext' | 'wording'>,
  host: SignInHost<IdentitySecrets>,
  { email, hasPassword }: Pick<Identity, 'email' | 'hasPassword'>,
  password = '',
): Promise<{ confirmed: true } | { refused: Refusal }> {
  if (!hasPassword) {
    const { createdAt } = signedIn(request).session
    const since = host.clock.now().epochMilliseconds - createdAt.epochMilliseconds
    const isFresh = since < freshMinutes * 60_000
    return isFresh ? { confirmed: true } : refused('account.signInAgain', 403)
  }
  const answer = await checkSignIn(host, { email, password, from: clientNetwork(request.ip) })
  if (answer.outcome === 'wait')
    return {
      refused: { fault: message('identity.wait', { seconds: answer.seconds }), status: 429 },
    }
  // The other outcomes are about the code, which comes after the right password.
  return answer.outcome === 'wrong' ? refused('account.notCurrent', 403) : { confirmed: true }
}

function refused(key: 'account.signInAgain' | 'account.notCurrent', status: number) {
  return { refused: { fault: message(key), status } }
}
