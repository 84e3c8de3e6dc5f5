import { Type } from 'typebox'
import type { WebContext, WebService } from '../plugins/context.ts'
import { endFlash } from '../plugins/flash.ts'
import { ownPath } from '../plugins/own-path.ts'

const closing = Type.Optional(Type.Object({ return: Type.Optional(Type.String()) }))

/** Closes the message over the page. */
export default async function flash(
  service: WebService,
  { publicUrl }: Pick<WebContext, 'publicUrl'>,
) {
  service.post('/flash/close', { schema: { body: closing } }, async (request, reply) =>
    endFlash(reply, publicUrl).redirect(ownPath(request.body?.return) ?? '/'),
  )
}
