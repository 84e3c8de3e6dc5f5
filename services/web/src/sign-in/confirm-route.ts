import type { WebContext, WebService } from '../plugins/context.ts'
import { readWaiting, showConfirm } from './confirm.ts'

/** The page where a person comes back from their identity provider, to press once more. */
export default async function confirm(service: WebService, context: WebContext) {
  service.get('/confirm', async (request, reply) => {
    const waiting = await readWaiting(request, context)
    return waiting === undefined
      ? reply.redirect('/')
      : showConfirm(request, reply, context, { waiting })
  })
}
