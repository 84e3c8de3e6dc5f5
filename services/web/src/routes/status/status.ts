import type { Session } from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { Wording } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Pulse } from '../../pulse.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { signedIn } from '../../plugins/sessions.ts'
import type { StatusLine } from '../home/status-line.ts'

export interface StatusOptions {
  listen: Pulse['listen']
  readRevision: (session: Session) => Promise<string>
  readStatusLine: (words: Wording) => Promise<StatusLine>
}

const answer = Type.Object({
  revision: Type.String(),
  tone: Type.Union([Type.Literal('good'), Type.Literal('working'), Type.Literal('trouble')]),
  words: Type.String(),
})

const oneHour = 3_600_000

/** How things stand, for pages that are open: as JSON, and as a stream of what moved. */
export const status: FastifyPluginAsyncTypebox<StatusOptions> = async (service, options) => {
  service.get(
    '/status',
    { config: { quiet: true }, schema: { response: { 200: answer } } },
    async request => ({
      revision: await options.readRevision(signedIn(request)),
      ...(await options.readStatusLine(request.words)),
    }),
  )

  service.get(
    '/status/events',
    // A stream is not late: the pulse ends it, and so does whoever listens.
    { config: { quiet: true }, exposeHeadRoute: false, handlerTimeout: oneHour },
    async (request, reply) => {
      const stream = options.listen(signedIn(request))
      if (stream === null) throw new SpokenError(503, message('error.too-busy'))
      return reply.type('text/event-stream').headers({ 'x-accel-buffering': 'no' }).send(stream)
    },
  )
}
