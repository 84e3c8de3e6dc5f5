import { parseSecretKeys } from '@night-routine/database/connection'
import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { creationOptions } from '../src/sign-in/passkeys.ts'
import type { ForgotView } from '../src/sign-in/forgot-route.ts'
import { deadLinkView, linkView } from '../src/sign-in/link-view.ts'
import { askToMake } from '../src/sign-in/passkey-button.ts'
import { showSignIn, type SignInForm } from '../src/sign-in/sign-in-page.ts'
import { newPersonLinkView } from '../src/household/people/people-view.ts'
import type { WebContext } from '../src/plugins/context.ts'
import { alex, clock } from './demo-household.ts'

const shortest = 15
const names = { a: 'Alex', b: 'Robin' }
const party = {
  keys: parseSecretKeys(['ab'.repeat(32)]),
  publicUrl: 'https://routine.example.com',
}
const asked = { purpose: 'link', ids: ['shown'] } as const
const person = { id: '00000000-0000-4000-8000-00000000000b', email: 'robin@example.com' }
const forms: SignInForm[] = [
  { kind: 'sign-in' },
  { kind: 'join', name: 'Robin', invitation: 'shown' },
  { kind: 'first' },
]
const address = 'https://routine.example.com/identity/link?token=9a2db2e2.4Df2kKuSXhYgJCCxoU2'

/** The pages on which people sign in at the installation itself, or get in again. */
export function shownCredentials(service: FastifyInstance): void {
  for (const form of forms)
    service.get<{ Querystring: { refused?: string } }>(
      `/identity/sign-in/${form.kind}`,
      async (request, reply) => {
        const isRefused = request.query.refused !== undefined
        const config = isRefused ? { SMTP_URL: 'smtp+plain://127.0.0.1:9' } : {}
        const settings = { config: config as WebContext['config'], passkeyProblem: null }
        const context = { ...party, clock, ...settings }
        const refused = { fault: message('identity.wrong'), status: 200 }
        const shown = { form, email: alex.email, ...(isRefused && { refused }) }
        return showSignIn(request, reply, context, shown)
      },
    )
  service.get<{ Querystring: { refused?: string } }>(
    '/identity/link/open',
    async ({ wording, query }, reply) => {
      const view = linkView({
        open: { credentials: person, isArrival: false, endsFactor: true },
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
  service.get('/new-password-link', async ({ wording }, reply) => {
    const view = newPersonLinkView({ address, email: person.email, name: names.b }, wording)
    return reply.page('household/people/new-person-link.hbs', view)
  })
}
