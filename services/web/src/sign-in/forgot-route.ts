import { attemptKey, clientNetwork, countAttempt, countOfDay } from '@night-routine/credentials'
import { transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { planRecovery } from '@night-routine/database/notifications'
import { foldEmail } from '@night-routine/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { WebContext, WebService } from '../plugins/context.ts'
import { isAddress } from './new-credential.ts'

const body = Type.Object({ email: Type.String({ maxLength: 320 }) })

/** Mails to one address in a day: strangers must not fill a mailbox. */
const mailsOfDay = 10

/**
 * Sends a link to a new password to the mailbox of a person. Every address gets the same answer, by the same
 * statements; the worker writes the mail, and only then is there a link.
 */
export default async function forgot(service: WebService, context: WebContext) {
  const { db, clock, config, ownsCredentials, signInHost: host } = context
  if (!ownsCredentials || config.SMTP_URL === undefined) return
  const address = '/identity/forgot'
  const options = { config: { access: 'public' } } as const

  service.get(address, options, async (request, reply) => form(request, reply))

  service.post(address, { ...options, schema: { body } }, async (request, reply) => {
    const entered = request.body.email.trim()
    const email = foldEmail(entered)
    const { say } = request.wording
    if (!isAddress(email)) return form(request, reply.code(400), say('identity.noEmail'), entered)
    const from = attemptKey(host, 'recovery-network', clientNetwork(request.ip))
    const seconds = await countAttempt(host, from)
    if (seconds > 0)
      return form(request, reply.code(429), say('identity.wait', { seconds }), entered)
    const day = clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
    const mails = await countOfDay(host, attemptKey(host, 'recovery', email, day), mailsOfDay)
    // The answer is the same for every address.
    if (mails <= mailsOfDay)
      await transaction(db, async trx => {
        await planRecovery(trx, email, clock.now())
        await requestJob(trx, 'notify')
      })
    await context.wake(['notify'])
    const title = say('identity.forgotSentTitle')
    return reply.page('sign-in/forgot-sent.hbs', { title })
  })
}

/** The form, perhaps with what was wrong. */
function form({ wording }: FastifyRequest, reply: FastifyReply, fault = '', email = '') {
  const view = { title: wording.say('identity.forgotTitle'), fault: fault || null, email }
  return reply.page('sign-in/forgot.hbs', view)
}
