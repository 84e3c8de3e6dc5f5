import { readHistoryChanges, type ParentId } from '@night-routine/database/nights'
import { readParentsByEmail } from '@night-routine/database/people'
import { dateIn, readUndoableChanges, tonight, zoneOf } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import type { WebContext } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { parseId } from '../../plugins/id.ts'
import { historyView } from './history-view.ts'

const changesOnAPage = 20

/**
 * A page of the history, as the query asks for it, and the changes on it; an empty form field means all.
 * @throws LocalizedHttpError 400 for a night or page that there is not
 */
export async function readHistoryPage(
  request: FastifyRequest<{
    Querystring: { before?: string; night?: string; parent?: ParentId | ''; by?: 'week' | '' }
  }>,
  { db, clock }: Pick<WebContext, 'db' | 'clock'>,
) {
  const { session, settings, people: parents } = signedIn(request)
  const { before: page } = request.query
  const before = page === undefined ? null : parseId(page, message('history.noPage'), 'before')
  const night = nightIn(request.query.night)
  const parent = request.query.parent || null
  const accounts = await readParentsByEmail(db)
  const actors = [...accounts].filter(([, whose]) => whose === parent).map(([email]) => email)
  const read = await readHistoryChanges(db, {
    ...(before === null ? {} : { before }),
    ...(night === null ? {} : { night }),
    ...(parent === null ? {} : { actors }),
    limit: changesOnAPage + 1,
  })
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
    parent,
    weekStart: request.query.by === 'week' ? settings.weekStart : null,
    before,
    ...shown,
    timeZone,
    today: now.toZonedDateTimeISO(timeZone).toPlainDate(),
    undoable: await readUndoableChanges(db, entries, now),
  })
  return { changes, view }
}

function nightIn(text = ''): Temporal.PlainDate | null {
  if (text === '') return null
  const night = dateIn(text)
  if (night === undefined)
    throw new LocalizedHttpError(400, message('error.noNight'), { field: 'night' })
  return night
}
