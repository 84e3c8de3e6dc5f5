import { parseSecretKeys } from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { creationOptions, requestOptions } from '../src/sign-in/passkeys.ts'
import type { ForgotView } from '../src/sign-in/forgot-route.ts'
import { deadLinkView, linkView } from '../src/sign-in/link-view.ts'
import { askToMake, askToUse } from '../src/sign-in/passkey-button.ts'
import { signInView, type SignInForm } from '../src/sign-in/sign-in-view.ts'
import { newPasswordLinkView, passwordLinkFormView } from '../src/routes/people/people-view.ts'
import { alex } from './demo-household.ts'

const shortest = 15
const names = { a: 'Alex', b: 'Robin' }
const party = {
  keys: parseSecretKeys(['ab'.repeat(32)]),
  publicUrl: 'https://routine.example.com',
}
const asked = { purpose: 'link', ids: ['shown'] } as const
const person = { id: '00000000-0000-4000-8000-00000000000b', email: 'robin@example.com' }
const forms: SignInForm[] = [{ kind: 'sign-in' }, { kind: 'join', parent: 'b' }, { kind: 'first' }]
const address = 'https://routine.example.com/identity/link?token=9a2db2e2.4Df2kKuSXhYgJCCxoU2'

/** The pages on which people sign in at the installation itself, or get in again. */
export function shownIdentity(service: FastifyInstance): void {
  for (const form of forms)
    service.get<{ Querystring: { refused?: string } }>(
      `/identity/sign-in/${form.kind}`,
      async ({ wording, query }, reply) => {
        const { refused } = query
        const passkey =
          form.kind === 'sign-in'
            ? askToUse(requestOptions(party, asked))
            : askToMake(creationOptions(party, asked, person))
        const view = signInView({
          path: '/identity/sign-in/shown',
          form,
          invited: false,
          shortest,
          names,
          fault: refused === undefined ? null : message('identity.wrong'),
          entered: { email: alex.email },
          hasMail: refused !== undefined,
          passkey,
          wording,
        })
        return reply.page('sign-in/sign-in.hbs', view)
      },
    )
  service.get<{ Querystring: { refused?: string } }>(
    '/identity/link/open',
    async ({ wording, query }, reply) => {
      const view = linkView({
        open: { identity: person, isArrival: false, endsFactor: true },
        action: '/identity/link?token=x',
        shortest,
        fault: query.refused === undefined ? null : wording.say('identity.short', { shortest }),
        passkey: askToMake(creationOptions(party, asked, person)),
        wording,
      })
      return reply.page('sign-in/link.hbs', view)
    },
  )
  for (const refused of ['expired', 'used', 'unknown'] as const)
    service.get(`/identity/link/${refused}`, async ({ wording }, reply) => {
      const view = deadLinkView(refused, { hasMail: refused === 'used', wording })
      return reply.code(view.status).page('sign-in/dead-link.hbs', view)
    })
  service.get('/identity/forgot', async ({ wording }, reply) => {
    const view: ForgotView = {
      title: wording.say('identity.forgotTitle'),
      fault: wording.say('identity.wait', { seconds: 8 }),
      email: person.email,
    }
    return reply.page('sign-in/forgot.hbs', view)
  })
  service.get('/identity/forgot/sent', async ({ wording }, reply) =>
    reply.page('sign-in/forgot-sent.hbs', {
      title: wording.say('identity.forgotSentTitle'),
    }),
  )
  for (const hasPassword of [true, false])
    service.get(`/password-link/${hasPassword}`, async ({ wording }, reply) => {
      const question = hasPassword ? null : askToUse(requestOptions(party, asked), 'confirmation')
      const maker = { email: alex.email, hasPassword }
      const fault = hasPassword ? message('identity.wait', { seconds: 8 }) : null
      const { email } = person
      const view = passwordLinkFormView({ maker, name: names.b, email, question, fault, wording })
      return reply.page('routes/people/password-link.hbs', view)
    })
  service.get('/new-password-link', async ({ wording }, reply) => {
    const view = newPasswordLinkView({ address, email: person.email, name: names.b }, wording)
    return reply.page('routes/people/new-password-link.hbs', view)
  })
}
