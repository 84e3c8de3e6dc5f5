import { answerAsk, askForNight, withdrawAsk } from '@night-routine/household'
import { message } from '@night-routine/wording'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { leaveFlash } from '../../plugins/flash.ts'
import { parseId } from '../../plugins/id.ts'

const asking = Type.Object({
  assignment_id: Type.String(),
  word: Type.Optional(Type.String()),
  // An empty choice is no night in return.
  return_id: Type.Optional(Type.String()),
})
const answering = Type.Object({
  ask_id: Type.String(),
  answer: Type.Union([Type.Literal('accept'), Type.Literal('decline')]),
})
const withdrawing = Type.Object({ ask_id: Type.String() })

/** The forms by which one parent asks the other to take a night; each redirects home with a message. */
export default async function asks(service: WebService, context: WebContext) {
  service.post('/asks', { schema: { body: asking } }, async (request, reply) => {
    const { assignment_id, word = '', return_id = '' } = request.body
    const id = idOf('assignment_id', assignment_id)
    const returnId = return_id === '' ? null : idOf('return_id', return_id)
    await changeAs(context, request, (trx, by) => askForNight(trx, { id, returnId, word, ...by }))
    return leaveFlash(reply, 'asked').redirect(`/?night=${id}`)
  })

  service.post('/asks/answer', { schema: { body: answering } }, async (request, reply) => {
    const { ask_id: id, answer } = request.body
    const { change } = await changeAs(context, request, (trx, by) =>
      answerAsk(trx, { id, answer, ...by }),
    )
    if (answer === 'accept') leaveFlash(reply, 'ask-taken', change)
    else leaveFlash(reply, 'ask-declined')
    return reply.redirect('/')
  })

  service.post('/asks/withdraw', { schema: { body: withdrawing } }, async (request, reply) => {
    const { ask_id: id } = request.body
    await changeAs(context, request, (trx, by) => withdrawAsk(trx, { id, ...by }))
    return leaveFlash(reply, 'ask-withdrawn').redirect('/')
  })
}

function idOf(field: string, text: string): bigint {
  return parseId(text, message('error.idOfNight', { field }), field)
}
