import type { Session } from '@night-routine/database'
import type { NightOutcome } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { BookedNight, bookedNight } from './babysitter-view.ts'

export interface BabysitterOptions {
  /** Books and plans; throws if the request is invalid. */
  bookBabysitter: (booking: { id: bigint; name: string }, by: Session) => Promise<NightOutcome>
}

// The household checks the name, with better messages than a schema.
const body = Type.Object(
  {
    assignment_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    babysitter_name: Type.String(),
  },
  {
    additionalProperties: false,
    description:
      'Books a babysitter, locks the night, and plans the following nights again. The calendar is updated soon after.',
  },
)

/** Books a babysitter for a night. */
export const babysitter: FastifyPluginAsyncTypebox<BabysitterOptions> = async (
  service,
  { bookBabysitter },
) => {
  // JSON only: any website could send a form.
  service.removeContentTypeParser(['application/x-www-form-urlencoded', 'text/plain'])
  service.addHook('onRequest', async ({ headers }) => {
    const charset = /;\s*charset="?(?<name>[^\s;"]+)/i.exec(headers['content-type'] ?? '')
    if (charset && !/^utf-?8$/i.test(charset.groups?.['name'] ?? ''))
      throw new SpokenError(400, message('error.not-utf8'))
  })
  service.post(
    '/api/assignment-babysitter',
    { schema: { body, response: { 200: BookedNight } } },
    async request => {
      const { assignment_id: id, babysitter_name: name } = request.body
      return bookedNight(await bookBabysitter({ id: BigInt(id), name }, signedIn(request)))
    },
  )
}
