import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Host } from '../../host.ts'
import { token } from '../body.ts'

const body = Type.Object({ token })

const answer = Type.Object({
  uid: Type.String(),
  name: Type.String(),
  email: Type.String(),
  mfa: Type.Boolean(),
  license: Type.String(),
  credit: Type.Number(),
  discount: Type.Number(),
  payment: Type.String(),
})

/** The caller's profile. Nothing is sold here, so licence, credit and discount are empty. */
export const info: FastifyPluginAsyncTypebox<Pick<Host, 'callerOf'>> = async (service, host) => {
  service.post('/user/info', { schema: { body, response: { 200: answer } } }, async request => {
    const { id, name, email, mfa } = await host.callerOf(request.body.token)
    return { uid: id, name, email, mfa, license: '', credit: 0, discount: 0, payment: '' }
  })
}
