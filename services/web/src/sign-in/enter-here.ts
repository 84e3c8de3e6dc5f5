import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebContext } from '../plugins/context.ts'
import type { Admission } from './admit.ts'
import { enter } from './enter.ts'

/** Lets a person in who has shown that an account of this installation is theirs. */
export async function enterHere(
  request: FastifyRequest,
  reply: FastifyReply,
  context: WebContext,
  account: { id: string; email: string } & Pick<Admission, 'invitation' | 'prepare'>,
): Promise<FastifyReply> {
  const { id, email, invitation, prepare } = account
  const person = personHere(context, { id, email })
  return enter(request, reply, context, { person, intent: 'sign-in', invitation, prepare })
}

/** The person of an account of this installation. */
export function personHere(
  { publicUrl }: Pick<WebContext, 'publicUrl'>,
  { id, email }: { id: string; email: string },
) {
  return {
    email,
    // An operator, a parent's invitation or the first code vouches for the address.
    emailVerified: true,
    name: null,
    subject: `${new URL('/identity', publicUrl).href} ${id}`,
    grant: null,
    authenticatedAt: null,
  }
}
