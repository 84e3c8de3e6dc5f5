import { Type } from 'typebox'
import type { WebService } from '../plugins/context.ts'
import { endFlash } from '../plugins/flash.ts'
import { ownPath } from '../plugins/own-path.ts'

const closing = Type.Optional(Type.Object({ return: Type.Optional(Type.String()) }))

/** Closes the message over the page. */
export default async function flash(service: WebService) {
  service.post('/flash/close', { schema: { body: closing } }, async (request, reply) =>
    endFlash(reply).redirect(ownPath(request.body?.return) ?? '/'),
  )
}
