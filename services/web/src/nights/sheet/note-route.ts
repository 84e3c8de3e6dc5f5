import { noteNight } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { changeAs, type WebContext } from '../../plugins/context.ts'
import { leaveFlash } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { parseId } from '../../plugins/id.ts'

const body = Type.Object({
  assignment_id: Type.String(),
  note: Type.String(),
  shared: Type.Optional(Type.String()),
})

/** Writes or removes the note of a night; redirects to the night with a message. */
const nightNote: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])
  service.post('/nights/note', { schema: { body } }, async (request, reply) => {
    const { assignment_id, note, shared } = request.body
    const field = 'assignment_id'
    const id = parseId(assignment_id, message('error.idOfNight', { field }), field)
    const outcome = await changeAs(context, signedIn(request).session, (trx, by) =>
      noteNight(trx, { id, note, shared: shared !== undefined, ...by }),
    )
    const { publicUrl } = context
    if (outcome.change === null) leaveFlash(reply, 'unchanged', publicUrl)
    else leaveFlash(reply, outcome.note ? 'noted' : 'note-removed', publicUrl, outcome.change)
    return reply.redirect(`/?night=${id}#night`)
  })
}

export default nightNote
