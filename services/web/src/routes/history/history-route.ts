import { readHistoryChanges, readParentsByEmail } from '@night-routine/database'
import { dateIn, readUndoableChanges, tonight, zoneOf } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { readConnection } from '../../connection.ts'
import type { WebContext } from '../../context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseId } from '../id.ts'
import { historyView } from './history-view.ts'

const query = Type.Object({
  before: Type.Optional(Type.String()),
  night: Type.Optional(Type.String()),
})

const changesOnAPage = 20

/** The history page: who changed what, and when. */
const history: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, clock } = context
  service.get('/history', { schema: { querystring: query } }, async (request, reply) => {
    const { session, settings, people: parents } = signedIn(request)
    const before = beforeIn(request.query.before)
    const night = nightIn(request.query.night)
    const [read, accounts, connection] = await Promise.all([
      readHistoryChanges(db, {
        ...(before === null ? {} : { before }),
        ...(night === null ? {} : { night }),
        limit: changesOnAPage + 1,
      }),
      readParentsByEmail(db),
      readConnection(context),
    ])
    const changes = read.slice(0, changesOnAPage)
    const now = clock.now()
    const people = { ...parents, accounts, readerEmail: session.email }
    const timeZone = zoneOf(settings)
    const shown = { people, tonight: tonight(settings, now), wording: request.wording }
    const entries = changes.map(change => change.entries)
    const view = historyView({
      changes,
      hasMore: read.length > changesOnAPage,
      night,
      before,
      ...shown,
      timeZone,
      today: now.toZonedDateTimeISO(timeZone).toPlainDate(),
      undoable: await readUndoableChanges(db, entries, now),
    })
    return reply.page('routes/history/history.hbs', view, connection)
  })
}

export default history

function beforeIn(text: string | undefined): bigint | null {
  if (text === undefined) return null
  return parseId(text, message('history.noPage'), 'before')
}

/** An empty form field means every night. */
function nightIn(text = ''): Temporal.PlainDate | null {
  if (text === '') return null
  const night = dateIn(text)
  if (night === undefined) throw new SpokenError(400, message('error.noNight'), { field: 'night' })
  return night
}
