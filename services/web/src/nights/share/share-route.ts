import { readNightNote, readNights } from '@night-routine/database/nights'
import { tonight } from '@night-routine/household'
import { message } from '@night-routine/wording'
import { Type } from 'typebox'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { openByShareLink, readHousehold } from '../../plugins/share-link.ts'
import { isWithinReach, shownRange } from '../home/month-view.ts'
import { parseMonth } from '../../plugins/month.ts'
import { comingNights, shareView } from './share-view.ts'

const query = Type.Object({ month: Type.Optional(Type.String()) })

/** Tonight and the coming weeks, or a month, for people with the link, such as grandparents or a babysitter. */
export default async function share(service: WebService, context: WebContext) {
  const { db, clock } = context
  openByShareLink(service, context)
  const options = { config: { access: 'public' }, schema: { querystring: query } } as const
  service.get('/share/:link', options, async (request, reply) => {
    const { settings, names } = await readHousehold(db)
    const date = tonight(settings, clock.now())
    const month = monthAskedFor(request.query.month, date)
    const { weekStart } = settings
    const { from, to } = shownRange({ month, tonight: date, weekStart })
    const ahead = comingNights(date)
    const [nights, coming, tonightsNote] = await Promise.all([
      readNights(db, from, to),
      readNights(db, ahead.from, ahead.to),
      readNightNote(db, date),
    ])
    const people = { names }
    const { wording } = request
    const view = shareView({
      month,
      tonight: date,
      weekStart,
      nights,
      coming,
      tonightsNote,
      people,
      wording,
    })
    return reply.page('nights/share/share.hbs', view)
  })
}

function monthAskedFor(text: string | undefined, date: Temporal.PlainDate) {
  if (text === undefined) return null
  const month = parseMonth(text)
  if (!month || !isWithinReach(month, date))
    throw new LocalizedHttpError(400, message('error.noMonth'), { field: 'month' })
  return month
}
