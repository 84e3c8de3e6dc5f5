import type { WebContext, WebService } from '../plugins/context.ts'

/** Where password managers look for the page on which a person changes how they sign in. */
export default async function wellKnown(service: WebService, context: WebContext) {
  const { ownsCredentials, publicUrl, passkeyProblem } = context
  if (!ownsCredentials) return
  const options = { config: { access: 'public' } } as const
  const page = '/you#signing-in'
  // https://www.w3.org/TR/change-password-url/
  service.get('/.well-known/change-password', options, async (_request, reply) =>
    reply.redirect(page),
  )
  if (passkeyProblem !== null) return
  // https://www.w3.org/TR/passkey-endpoints/
  service.get('/.well-known/passkey-endpoints', options, async () => {
    const { href } = new URL(page, publicUrl)
    return { enroll: href, manage: href }
  })
}
