import { undoLastChange } from '@night-routine/household'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { leaveFlash } from '../../plugins/flash.ts'
import { ownPath } from '../../plugins/own-path.ts'

// Without a change, the last one is undone; an empty form has no body.
const body = Type.Optional(
  Type.Object({ change: Type.Optional(Type.String()), return: Type.Optional(Type.String()) }),
)

/** Undoes a change, and leads back to where the person was. */
export default async function undo(service: WebService, context: WebContext) {
  service.post('/changes/undo', { schema: { body } }, async (request, reply) => {
    const change = request.body?.change
    const outcome = await changeAs(context, request, (trx, by) =>
      undoLastChange(trx, { change, ...by }),
    )
    const page = ownPath(request.body?.return) ?? '/'
    return leaveFlash(reply, 'change-undone', outcome.change).redirect(page)
  })
}
