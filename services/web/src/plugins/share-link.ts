import type { Database } from '@night-routine/database/connection'
import { readParents } from '@night-routine/database/nights'
import { findShareLink, touchShareLink } from '@night-routine/database/people'
import { readSettings } from '@night-routine/household'
import { message, parentNames, wordingFor } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import type { WebContext } from './context.ts'
import { LocalizedHttpError } from './localized-http-error.ts'
import { isStale, isToken, tokenHash } from './session.ts'

/**
 * Admits requests with an active link; all others get the same 404, so they cannot learn whether a link
 * existed. The responses keep the address out of search engines.
 */
export function openByShareLink(
  service: FastifyInstance,
  { db, clock }: Pick<WebContext, 'db' | 'clock'>,
) {
  service.addHook<{ Params: { link: string } }>('onRequest', async (request, reply) => {
    void reply.headers({
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex, nofollow',
    })
    const isOpen = await isShareLink(request.params.link, { db, clock })
    if (!isOpen) throw new LocalizedHttpError(404, message('error.no-address'))
  })
}

/** Whether this is the secret of an active link; records its use. */
export async function isShareLink(link: string, { db, clock }: Pick<WebContext, 'db' | 'clock'>) {
  const known = isToken(link) ? await findShareLink(db, tokenHash(link)) : undefined
  if (!known) return false
  const now = clock.now()
  if (isStale(known.lastUsedAt, now)) await touchShareLink(db, known.id, now)
  return true
}

/** The household, for people without a session. */
export async function readHousehold(db: Database) {
  const [settings, parents] = await Promise.all([readSettings(db), readParents(db)])
  return { settings, names: parentNames(parents, wordingFor(settings.language)) }
}
