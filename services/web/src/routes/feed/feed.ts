import { createHash } from 'node:crypto'
import {
  longestHorizon,
  type Assignment,
  type Parent,
  type ParentId,
} from '@night-routine/database'
import { tonight, type Settings } from '@night-routine/household'
import { wording } from '@night-routine/wording'
import { feedCalendar, feedChangedAt, feedRange } from '@night-routine/wording/feed'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fresh from 'fresh'
import { Type } from 'typebox'
import { openByShareLink, type ShareLinkOptions } from '../../share-link.ts'

export interface FeedOptions extends ShareLinkOptions {
  readHousehold: () => Promise<{ settings: Settings; parents: Record<ParentId, Parent> }>
  readNights: (from: Temporal.PlainDate, to: Temporal.PlainDate) => Promise<Assignment[]>
  readLastChangeAt: () => Promise<Temporal.Instant | null>
  publicUrl: string
}

const query = Type.Object({
  parent: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
})

/** The calendar feed. Calendar apps poll it, and mostly get 304. */
export const feed: FastifyPluginAsyncTypebox<FeedOptions> = async (service, options) => {
  openByShareLink(service, options)
  service.get(
    '/feed/:link/calendar.ics',
    { schema: { querystring: query } },
    async (request, reply) => {
      const { readHousehold, readNights, readLastChangeAt, publicUrl, clock } = options
      const { settings, parents } = await readHousehold()
      const date = tonight(settings, clock.now())
      const { from, to } = feedRange(date, longestHorizon)
      const [nights, lastChange] = await Promise.all([readNights(from, to), readLastChangeAt()])
      const calendar = feedCalendar({
        nights,
        parent: request.query.parent ?? null,
        names: { a: parents.a.name, b: parents.b.name },
        installation: settings.installation,
        publicUrl,
        // The household's language, because calendar apps send none that matters.
        words: wording(settings.language),
      })
      const changedAt = feedChangedAt({ nights, lastChange, tonight: date, settings })
      const validators = {
        etag: `"${createHash('sha256').update(calendar).digest('base64url')}"`,
        'last-modified': new Date(changedAt.epochMilliseconds).toUTCString(),
      }
      void reply.headers(validators)
      if (fresh(request.headers, validators)) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(calendar)
    },
  )
}
