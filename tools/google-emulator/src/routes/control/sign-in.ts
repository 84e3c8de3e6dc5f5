import type { FastifyPluginAsync } from 'fastify'
import type { EmulatorAccount, IdTokenFault } from '../../control/contract.ts'
import { notFound } from '../../google-error.ts'
import { revokeGrants } from '../../oauth/grants.ts'
import type { Provider } from '../../state/provider.ts'

/** Accounts, their grants, and the tokens of the next sign-ins. */
const signIn: FastifyPluginAsync<{ provider: Provider }> = async (service, { provider }) => {
  service.post<{ Body: { email?: string } }>('/revoke-grants', async (request, reply) => {
    revokeGrants(provider, request.body.email)
    return reply.status(204).send()
  })

  service.post<{ Body: { rotate: boolean } }>('/rotate-refresh-tokens', async (request, reply) => {
    provider.switches.rotateRefreshTokens = request.body.rotate
    return reply.status(204).send()
  })

  service.post<{ Body: { fault: IdTokenFault | null } }>(
    '/spoil-id-tokens',
    async (request, reply) => {
      provider.switches.idTokenFault = request.body.fault
      return reply.status(204).send()
    },
  )

  service.post<{ Body: { email: string; change: Partial<Omit<EmulatorAccount, 'email'>> } }>(
    '/change-account',
    async (request, reply) => {
      const { change, email } = request.body
      const account = provider.state.accounts.find(candidate => candidate.email === email)
      if (!account) throw notFound()
      Object.assign(account, change)
      return reply.status(204).send()
    },
  )
}
export default signIn
