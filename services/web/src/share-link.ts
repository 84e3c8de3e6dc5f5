import type { ShareLink } from '@night-routine/database'
import type { Clock } from '@night-routine/service'
import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { SpokenError } from './plugins/spoken-error.ts'
import { tokenHash } from './session-token.ts'

export interface ShareLinkOptions {
  findShareLink: (tokenHash: string) => Promise<ShareLink | undefined>
  touchShareLink: (id: bigint, now: Temporal.Instant) => Promise<void>
  clock: Clock
}

const form = /^[\w-]{43}$/
const touchEveryHours = 1

/**
 * Admits requests with an active link; all others get the same 404, so they cannot learn whether a link
 * existed. The responses keep the address out of referrers and search engines.
 */
export function openByShareLink(
  service: FastifyInstance,
  { findShareLink, touchShareLink, clock }: ShareLinkOptions,
) {
  service.addHook<{ Params: { link: string } }>('onRequest', async (request, reply) => {
    void reply.headers({
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    const { link } = request.params
    const known = form.test(link) ? await findShareLink(tokenHash(link)) : undefined
    if (!known) throw new SpokenError(404, message('error.no-address'))
    const now = clock.now()
    if (isStale(known, now)) await touchShareLink(known.id, now)
  })
}

/** Whether to record the use of a link; once an hour is enough. */
export function isStale({ lastUsedAt }: Pick<ShareLink, 'lastUsedAt'>, now: Temporal.Instant) {
  return lastUsedAt === null || now.since(lastUsedAt).total('hours') >= touchEveryHours
}
