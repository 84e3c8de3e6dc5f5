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

const answer = Type.Object(
  {
    revision: Type.String(),
    tone: Type.Union([Type.Literal('good'), Type.Literal('working'), Type.Literal('trouble')]),
    words: Type.String(),
  },
  { description: 'The status in a few words, and the revision of the home page.' },
)

const oneHour = 3_600_000

/** The status for open pages: as JSON, and as an event stream. */
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
    // No timeout for a stream: the pulse or the client ends it.
    { config: { quiet: true }, exposeHeadRoute: false, handlerTimeout: oneHour },
    async (request, reply) => {
      const stream = options.listen(signedIn(request))
      if (stream === null) throw new SpokenError(503, message('error.too-busy'))
      return reply.type('text/event-stream').headers({ 'x-accel-buffering': 'no' }).send(stream)
    },
  )
}
