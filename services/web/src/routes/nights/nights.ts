import type { ParentId, Session } from '@night-routine/database'
import type {
  ChangeOutcome,
  NightOutcome,
  SwapOutcome,
  UndoOutcome,
  UnlockOutcome,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { leaveNotice, type Notice } from '../../notices.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { parseAssignmentId } from '../assignment-id.ts'

/** The changes to nights; each throws if the request is invalid. */
export interface NightsOptions {
  bookBabysitter: (booking: { id: bigint; name: string }, by: Session) => Promise<NightOutcome>
  giveNight: (gift: { id: bigint; to: ParentId }, by: Session) => Promise<NightOutcome>
  swapNights: (swap: { id: bigint; otherId: bigint }, by: Session) => Promise<SwapOutcome>
  unlockNight: (night: { id: bigint }, by: Session) => Promise<UnlockOutcome>
  undoLastChange: (change: { change?: string | undefined }, by: Session) => Promise<UndoOutcome>
  publicUrl: string
}

const night = { assignment_id: Type.String() }
const booking = Type.Object({ ...night, babysitter_name: Type.String() })
const gift = Type.Object({ ...night, to: Type.Union([Type.Literal('a'), Type.Literal('b')]) })
const swap = Type.Object({ ...night, other_id: Type.String() })
const lock = Type.Object(night)
// Without a change, the last one is undone; an empty form has no body.
const undo = Type.Optional(Type.Object({ change: Type.Optional(Type.String()) }))

/** The forms that change nights; each redirects to the night with a message. */
export const nights: FastifyPluginAsyncTypebox<NightsOptions> = async (service, options) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])

  function done(
    reply: FastifyReply,
    notice: Notice,
    { change }: ChangeOutcome,
    id: bigint | undefined,
  ) {
    // Undo is not offered if nothing changed, or after an undo.
    const undoable = notice === 'taken-back' ? null : change
    leaveNotice(reply, notice, options.publicUrl, undoable)
    return reply.redirect(id === undefined ? '/' : `/?night=${id}#night`)
  }

  service.post('/nights/babysitter', { schema: { body: booking } }, async (request, reply) => {
    const { assignment_id, babysitter_name: name } = request.body
    const id = idOf('assignment_id', assignment_id)
    return done(reply, 'booked', await options.bookBabysitter({ id, name }, signedIn(request)), id)
  })

  service.post('/nights/give', { schema: { body: gift } }, async (request, reply) => {
    const { assignment_id, to } = request.body
    const id = idOf('assignment_id', assignment_id)
    return done(reply, 'given', await options.giveNight({ id, to }, signedIn(request)), id)
  })

  service.post('/nights/swap', { schema: { body: swap } }, async (request, reply) => {
    const id = idOf('assignment_id', request.body.assignment_id)
    const otherId = idOf('other_id', request.body.other_id)
    const outcome = await options.swapNights({ id, otherId }, signedIn(request))
    return done(reply, outcome.stoodAlready ? 'swapped-already' : 'swapped', outcome, id)
  })

  service.post('/nights/unlock', { schema: { body: lock } }, async (request, reply) => {
    const id = idOf('assignment_id', request.body.assignment_id)
    const outcome = await options.unlockNight({ id }, signedIn(request))
    const notice = outcome.isOver ? 'unlocked-over' : 'unlocked'
    return done(reply, notice, outcome, outcome.night?.id)
  })

  service.post('/changes/undo', { schema: { body: undo } }, async (request, reply) => {
    const change = request.body?.change
    const outcome = await options.undoLastChange({ change }, signedIn(request))
    return done(reply, 'taken-back', outcome, undefined)
  })
}

function idOf(field: string, text: string): bigint {
  const id = parseAssignmentId(text)
  if (id === undefined) throw new SpokenError(400, message('error.idOfNight', { field }), { field })
  return id
}
