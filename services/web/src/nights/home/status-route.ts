import { readPulse } from '@night-routine/database/pulse'
import { message } from '@night-routine/wording'
import { Type } from 'typebox'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { startPageEvents } from './pulse.ts'
import { statusNow } from './status-line.ts'

const answer = Type.Object(
  {
    revision: Type.String(),
    tone: Type.Union([Type.Literal('good'), Type.Literal('working'), Type.Literal('trouble')]),
    text: Type.String(),
  },
  { description: 'As `GET /api/status`, for the pages.' },
)

const oneHour = 3_600_000

/** The status for open pages: as JSON, and as an event stream. */
export default async function status(service: WebService, context: WebContext) {
  const pulse = startPageEvents({
    readPulse: hashes => readPulse(context.db, hashes),
    onFailure: error => service.log.warn({ err: error }, 'could not notify open pages'),
  })
  service.addHook('preClose', pulse.close)

  const shows = { config: { quiet: true }, schema: { response: { 200: answer } } } as const
  service.get('/status', shows, async request => statusNow(request, context))

  const streams = {
    config: { quiet: true, streams: true },
    exposeHeadRoute: false,
    handlerTimeout: oneHour,
  } as const
  service.get(
    '/status/events',
    // No timeout for a stream: the pulse or the client ends it.
    streams,
    async (request, reply) => {
      const stream = pulse.listen(signedIn(request).session)
      if (stream === null) throw new LocalizedHttpError(503, message('error.too-busy'))
      return reply.type('text/event-stream').headers({ 'x-accel-buffering': 'no' }).send(stream)
    },
  )
}
