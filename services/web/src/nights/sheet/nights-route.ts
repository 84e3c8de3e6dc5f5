import {
  askAboutName,
  bookBabysitter,
  ChangeRefusedError,
  giveNight,
  lockNight,
  swapNights,
  undoLastChange,
  unlockNight,
  type ChangeOutcome,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { changeAs, type WebContext } from '../../plugins/context.ts'
import { leaveFlash, type Flash } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { ownPath } from '../../plugins/own-path.ts'
import { parseId } from '../../plugins/id.ts'

const night = { assignment_id: Type.String() }
const booking = Type.Object({ ...night, babysitter_name: Type.String() })
const gift = Type.Object({
  ...night,
  to: Type.Union([Type.Literal('a'), Type.Literal('b')]),
})
const swap = Type.Object({ ...night, other_id: Type.String() })
const lock = Type.Object(night)
// Without a change, the last one is undone; an empty form has no body.
const undo = Type.Optional(
  Type.Object({ change: Type.Optional(Type.String()), return: Type.Optional(Type.String()) }),
)

/** The forms that change nights; each redirects to the night with a message, an undo to where the person was. */
const nights: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])

  function done(
    reply: FastifyReply,
    flash: Flash,
    { change }: ChangeOutcome,
    id: bigint | undefined,
  ) {
    leaveFlash(reply, change === null ? 'unchanged' : flash, context.publicUrl, change)
    // Without script the page opens at its top, where the message is.
    return reply.redirect(id === undefined ? '/' : `/?night=${id}`)
  }

  service.post('/nights/babysitter', { schema: { body: booking } }, async (request, reply) => {
    const id = idOf('assignment_id', request.body.assignment_id)
    const { babysitter_name: name } = request.body
    const { session } = signedIn(request)
    try {
      const outcome = await changeAs(context, session, (trx, by) =>
        bookBabysitter(trx, { id, babysitter: { name }, ...by }),
      )
      return done(reply, 'booked', outcome, id)
    } catch (error) {
      if (!(error instanceof ChangeRefusedError) || error.reason !== 'near-name') throw error
      await changeAs(context, session, (trx, { now }) => askAboutName(trx, { id, name, now }))
      return reply.redirect('/#notices-title')
    }
  })

  service.post('/nights/give', { schema: { body: gift } }, async (request, reply) => {
    const { assignment_id, to } = request.body
    const id = idOf('assignment_id', assignment_id)
    const outcome = await changeAs(context, signedIn(request).session, (trx, by) =>
      giveNight(trx, { id, to, ...by }),
    )
    return done(reply, 'given', outcome, id)
  })

  service.post('/nights/swap', { schema: { body: swap } }, async (request, reply) => {
    const id = idOf('assignment_id', request.body.assignment_id)
    const otherId = idOf('other_id', request.body.other_id)
    const outcome = await changeAs(context, signedIn(request).session, (trx, by) =>
      swapNights(trx, { id, otherId, ...by }),
    )
    return done(reply, outcome.stoodAlready ? 'swapped-already' : 'swapped', outcome, id)
  })

  service.post('/nights/lock', { schema: { body: lock } }, async (request, reply) => {
    const id = idOf('assignment_id', request.body.assignment_id)
    const outcome = await changeAs(context, signedIn(request).session, (trx, by) =>
      lockNight(trx, { id, ...by }),
    )
    return done(reply, 'locked', outcome, id)
  })

  service.post('/nights/unlock', { schema: { body: lock } }, async (request, reply) => {
    const id = idOf('assignment_id', request.body.assignment_id)
    const outcome = await changeAs(context, signedIn(request).session, (trx, by) =>
      unlockNight(trx, { id, ...by }),
    )
    const flash = outcome.isOver ? 'unlocked-over' : 'unlocked'
    return done(reply, flash, outcome, outcome.night?.id)
  })

  service.post('/changes/undo', { schema: { body: undo } }, async (request, reply) => {
    const change = request.body?.change
    const outcome = await changeAs(context, signedIn(request).session, (trx, by) =>
      undoLastChange(trx, { change, ...by }),
    )
    leaveFlash(reply, 'taken-back', context.publicUrl, outcome.change)
    return reply.redirect(ownPath(request.body?.return) ?? '/')
  })
}

export default nights

function idOf(field: string, text: string): bigint {
  return parseId(text, message('error.idOfNight', { field }), field)
}
