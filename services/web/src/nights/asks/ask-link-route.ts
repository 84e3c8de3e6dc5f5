import type { Queryable } from '@night-routine/database/connection'
import { readParents } from '@night-routine/database/nights'
import { findMember } from '@night-routine/database/people'
import {
  answerAsk,
  ChangeRefusal,
  movesOfTaking,
  readAskToAnswer,
  readSettings,
  tonight,
} from '@night-routine/household'
import { askText, readAskToken, type AskLink } from '@night-routine/notifications'
import { otherParent } from '@night-routine/fairness'
import { message, parentNames } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { changeBy, type WebContext, type WebService } from '../../plugins/context.ts'
import { translateError } from '../../plugins/errors.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'

const query = Type.Object({ token: Type.String({ maxLength: 2048 }) })
const body = Type.Object({ answer: Type.Union([Type.Literal('accept'), Type.Literal('decline')]) })

const template = 'nights/asks/ask-link.hbs'

/**
 * Answers an ask by the link of a message. The GET asks, because mail programs open links before a person does. The
 * POST needs no session and may come from any site: the token says who answers, and what.
 */
export default async function askLink(service: WebService, context: WebContext) {
  const { db, keys, clock, mayEnter } = context
  const address = '/asks/link'
  service.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'x-robots-tag': 'noindex, nofollow',
      // The web app of ntfy presses buttons from its own origin, and reads the status.
      'access-control-allow-origin': '*',
    })
  })
  const config = { access: 'public', anySite: true } as const

  /** The ask and the person of a token, if they may still come in. */
  async function linkOf(token: string): Promise<AskLink> {
    const link = readAskToken(keys, token)
    if (link === undefined) throw new LocalizedHttpError(404, message('askLink.unknown'))
    const account = await findMember(db, link.email)
    if (account === undefined || !(account.invited || mayEnter(link.email)))
      throw new LocalizedHttpError(403, message('askLink.stranger'))
    return link
  }

  service.get(address, { config, schema: { querystring: query } }, (request, reply) =>
    answered(request, reply, async () => {
      const { ask: id, email } = await linkOf(request.query.token)
      const by = { now: clock.now(), actor: { kind: 'person', email } } as const
      const ask = await readAskToAnswer(db, { id, ...by })
      const parent = otherParent(ask.parent)
      const reader = { ...(await readerFacts(request, db, by.now)), parent }
      const text = askText(ask, reader, await movesOfTaking(db, { ask, now: by.now }))
      return { ...text, action: request.url }
    }),
  )

  service.post(address, { config, schema: { querystring: query, body } }, (request, reply) =>
    answered(request, reply, async () => {
      const { ask: id, email } = await linkOf(request.query.token)
      const { answer } = request.body
      const { ask, stoodAlready } = await changeBy(context, { email }, (trx, by) =>
        answerAsk(trx, { id, answer, ...by }),
      )
      const { wording, names, tonight: from } = await readerFacts(request, db, clock.now())
      const [date, night] = [ask.night, wording.nightFrom(from, ask.night)]
      const isTaken = answer === 'accept'
      if (stoodAlready)
        throw new LocalizedHttpError(
          409,
          isTaken
            ? message('refusal.askTaken', { date })
            : message('refusal.askDeclined', { date }),
        )
      const title = isTaken
        ? wording.say('askLink.taken', { night })
        : wording.say('askLink.declined', { name: names[ask.parent] })
      return { title, lines: [], action: null }
    }),
  )
}

/** What the sentences of the page need: it has no session, so the browser says the language. */
async function readerFacts(
  { wording }: Pick<FastifyRequest, 'wording'>,
  q: Queryable,
  now: Temporal.Instant,
) {
  const names = parentNames(await readParents(q), wording)
  return { wording, names, tonight: tonight(await readSettings(q), now) }
}

/**
 * Shows an ask with its two answers, which are posted to `action`, or what became of it, or why it is refused; a service
 * worker gets JSON, and errors as other programs do.
 */
async function answered(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<{ title: string; lines: string[]; action: string | null }>,
) {
  const { accept = '' } = request.headers
  const isProgram = /application\/json/i.test(accept) && !/html/i.test(accept)
  try {
    const view = await work()
    return isProgram ? await reply.send({ title: view.title }) : reply.page(template, view)
  } catch (error) {
    const refused = error instanceof ChangeRefusal ? translateError(error) : error
    if (isProgram || !(refused instanceof LocalizedHttpError)) throw error
    const title = refused.said.map(request.wording.tell).join(' ')
    const view = { title, lines: [], action: null }
    return reply.code(refused.status).page(template, view)
  }
}
