import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Session } from '@night-routine/database'
import { sitePasswordLengths } from '@night-routine/household'
import { Type } from 'typebox'
import { leaveNotice, type Notice } from '../../notices.ts'
import { signedIn } from '../../plugins/sessions.ts'

export interface PublishingOptions {
  takeDown: (by: Session) => Promise<unknown>
  /** Resolves when the site has the address, or when that takes long. */
  giveAddress: (slug: string, by: Session) => Promise<unknown>
  /** Resolves to whether the site gets this password, or none, with the next update. */
  setPassword: (password: string | null, by: Session) => Promise<boolean>
  publicUrl: string
}

const passwordForm = Type.Object({
  password: Type.Optional(Type.String()),
  remove: Type.Optional(Type.String()),
})

const { shortest, longest } = sitePasswordLengths

/**
 * What can be done to the published site: a password, a new address, or, once publishing is off, taking it
 * down.
 */
export const publishing: FastifyPluginAsyncTypebox<PublishingOptions> = async (
  service,
  options,
) => {
  service.post('/settings/take-down', async (request, reply) => {
    await options.takeDown(signedIn(request))
    return reply.redirect('/settings#publishing')
  })

  service.post('/settings/new-address', async (request, reply) => {
    await options.giveAddress(randomBytes(16).toString('hex'), signedIn(request))
    return reply.redirect('/settings#publishing')
  })

  service.post(
    '/settings/site-password',
    { schema: { body: passwordForm } },
    async (request, reply) => {
      const { password = '', remove } = request.body
      const done = (notice: Notice) => {
        leaveNotice(reply, notice, options.publicUrl)
        return reply.redirect('/settings')
      }
      const wanted = remove === undefined ? password : null
      if (wanted === '') return done('unchanged')
      if (wanted !== null && (wanted.length < shortest || wanted.length > longest))
        return done('password-length')
      const isSet = await options.setPassword(wanted, signedIn(request))
      if (!isSet) return done('unchanged')
      return done(wanted === null ? 'password-removed' : 'password-set')
    },
  )
}
