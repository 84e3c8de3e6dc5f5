import { findIdentity, type IdentitySecrets, type Session } from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import type { WebContext } from '../../context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'

/** The account with which the signed-in person signs in here. @throws SpokenError 404 when there is none */
export async function ownAccount(
  request: FastifyRequest,
  { db, keys }: Pick<WebContext, 'db' | 'keys'>,
): Promise<{ session: Session; identity: IdentitySecrets }> {
  const { session } = signedIn(request)
  const identity = await findIdentity(db, keys, { email: session.email })
  if (identity === undefined) throw new SpokenError(404, message('account.none'))
  return { session, identity }
}
