import { weighNight } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { changeAs, type WebContext } from '../../plugins/context.ts'
import { leaveSettingsFlash } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { parseId } from '../../plugins/id.ts'
import { weightIn } from './weight-in.ts'

const body = Type.Object({ assignment_id: Type.String(), weight: Type.String() })

/** Lets a night count more, or as usual; redirects to the night with a message. */
const nightWeight: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])
  service.post('/nights/weight', { schema: { body } }, async (request, reply) => {
    const { assignment_id, weight } = request.body
    const field = 'assignment_id'
    const id = parseId(assignment_id, message('error.idOfNight', { field }), field)
    const outcome = await changeAs(context, signedIn(request).session, (trx, by) =>
      weighNight(trx, { id, weight: weightIn(weight), ...by }),
    )
    leaveSettingsFlash(reply, outcome, context.publicUrl)
    return reply.redirect(`/?night=${id}#night`)
  })
}

export default nightWeight
