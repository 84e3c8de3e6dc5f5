import type { FastifyPluginAsync } from 'fastify'
import { sessionCookie } from '../../cookies.ts'

export interface SignOutOptions {
  deleteSession: (tokenHash: string) => Promise<void>
  publicUrl: string
}

/** Ends the session on the server too. Idempotent. */
export const signOut: FastifyPluginAsync<SignOutOptions> = async (service, options) => {
  service.post('/sign-out', async (request, reply) => {
    if (request.session) await options.deleteSession(request.session.tokenHash)
    return reply.clearCookie('session', sessionCookie(options.publicUrl)).redirect('/')
  })
}
