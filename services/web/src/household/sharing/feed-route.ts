import { createHash } from 'node:crypto'
import {
  readLastChangeAt,
  readNightNotes,
  readNights,
  type NightNote,
} from '@night-routine/database/nights'
import { longestHorizon, tonight, zoneOf } from '@night-routine/household'
import { wordingFor } from '@night-routine/wording'
import { feedCalendar, feedChangedAt, feedRange } from '@night-routine/wording/feed'
import fresh from 'fresh'
import { Type } from 'typebox'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { openByShareLink, readHousehold } from '../../plugins/share-link.ts'

const query = Type.Object({
  parent: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
})

/** The calendar feed. Calendar apps poll it, and mostly get 304. */
export default async function feed(service: WebService, context: WebContext) {
  const { db, clock, publicUrl } = context
  openByShareLink(service, context)
  const options = { config: { access: 'public' }, schema: { querystring: query } } as const
  service.get('/feed/:link/calendar.ics', options, async (request, reply) => {
    const { settings, names } = await readHousehold(db)
    const date = tonight(settings, clock.now())
    const { from, to } = feedRange(date, longestHorizon)
    const [nights, notes, lastChange] = await Promise.all([
      readNights(db, from, to),
      readNightNotes(db, { from, to }),
      readLastChangeAt(db),
    ])
    const calendar = feedCalendar({
      nights,
      parent: request.query.parent ?? null,
      names,
      notes: sharedNotes(notes),
      installation: settings.installation,
      publicUrl,
      // The household's language, because calendar apps send none that matters.
      wording: wordingFor(settings.language),
    })
    const zoned = { ...settings, timeZone: zoneOf(settings) }
    const changedAt = feedChangedAt({ nights, lastChange, tonight: date, settings: zoned })
    const validators = {
      etag: `"${createHash('sha256').update(calendar).digest('base64url')}"`,
      'last-modified': new Date(changedAt.epochMilliseconds).toUTCString(),
    }
    void reply.headers(validators)
    if (fresh(request.headers, validators)) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').send(calendar)
  })
}

/** The notes that are shown on the share page, too: one link leads to both. */
function sharedNotes(notes: ReadonlyMap<string, NightNote>): Map<string, string> {
  return new Map([...notes].flatMap(([night, { note, shared }]) => (shared ? [[night, note]] : [])))
}
