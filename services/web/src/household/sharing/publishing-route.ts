import { randomBytes } from 'node:crypto'
import {
  askForNewAddress,
  requestTakeDown,
  setSitePassword,
  sitePasswordLengths,
} from '@night-routine/household'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { changeAs, type WebContext } from '../../plugins/context.ts'
import { leaveFlash, type Flash } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { waitForSite } from '../../plugins/wait-for-work.ts'

const passwordForm = Type.Object({
  password: Type.Optional(Type.String()),
  remove: Type.Optional(Type.String()),
})

const { shortest, longest } = sitePasswordLengths

/**
 * The forms for the published site: set a password, get a new address, and take it down once publishing
 * is off.
 */
const publishing: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const config = { confirm: 'site' } as const

  service.post('/settings/take-down', { config }, async (request, reply) => {
    await changeAs(context, signedIn(request).session, requestTakeDown)
    return reply.redirect('/settings/sharing#publishing')
  })

  service.post('/settings/new-address', { config }, async (request, reply) => {
    const slug = randomBytes(16).toString('hex')
    await changeAs(context, signedIn(request).session, trx => askForNewAddress(trx, { slug }))
    await waitForSite(context.db)
    return reply.redirect('/settings/sharing#publishing')
  })

  service.post(
    '/settings/site-password',
    { config, schema: { body: passwordForm } },
    async (request, reply) => {
      const { password: typed = '', remove } = request.body
      const done = (flash: Flash) => {
        leaveFlash(reply, flash, context.publicUrl)
        return reply.redirect('/settings/sharing')
      }
      const password = remove === undefined ? typed : null
      if (password === '') return done('unchanged')
      if (password !== null && (password.length < shortest || password.length > longest))
        return done('password-length')
      const isSet = await changeAs(context, signedIn(request).session, trx =>
        setSitePassword(trx, { keys: context.keys, password }),
      )
      if (!isSet) return done('unchanged')
      return done(password === null ? 'password-removed' : 'password-set')
    },
  )
}

export default publishing
