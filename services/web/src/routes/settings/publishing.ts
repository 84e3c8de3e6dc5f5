import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Session } from '@night-routine/database'
import { sitePasswordLengths } from '@night-routine/household'
import { Type } from 'typebox'
import { leaveNotice, type Notice } from '../../notices.ts'
import { signedIn } from '../../plugins/sessions.ts'

export interface PublishingOptions {
  takeDown: (by: Session) => Promise<unknown>
  /** Resolves when the site has the new address, or after a time limit. */
  giveAddress: (slug: string, by: Session) => Promise<unknown>
  /** Stores the password, or removes it with null; resolves to false if it cannot change now. */
  setPassword: (password: string | null, by: Session) => Promise<boolean>
  publicUrl: string
}

const passwordForm = Type.Object({
  password: Type.Optional(Type.String()),
  remove: Type.Optional(Type.String()),
})

const { shortest, longest } = sitePasswordLengths

/**
 * The forms for the published site: set a password, get a new address, and take it down once publishing
 * is off.
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
