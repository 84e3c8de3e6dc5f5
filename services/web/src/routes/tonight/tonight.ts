import { longestHorizon, readNightNote, readNights, type Database } from '@night-routine/database'
import { tonight as tonightOf, type Settings } from '@night-routine/household'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { WebContext } from '../../context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { tonightAnswer, tonightView } from './tonight-view.ts'

/** Who has tonight, as JSON, for a program with a session. Programs without one use a share link. */
export const tonight: FastifyPluginAsyncTypebox<WebContext> = async (service, { db, clock }) => {
  const schema = { response: { 200: tonightAnswer } }
  service.get('/api/tonight', { schema }, async request => {
    const { settings, names } = signedIn(request)
    const facts = await readTonight(db, settings, clock.now())
    return tonightView({ ...facts, names, isShared: false, words: request.words })
  })
}

/** Tonight's date, the nights from then on, and tonight's note. */
export async function readTonight(
  db: Database,
  settings: Pick<Settings, 'timeZone' | 'dayTurnsAtHour'>,
  now: Temporal.Instant,
) {
  const date = tonightOf(settings, now)
  const [nights, note] = await Promise.all([
    readNights(db, date, date.add({ days: longestHorizon })),
    readNightNote(db, date),
  ])
  return { tonight: date, nights, note }
}
