import type { Assignment, Parent, ParentId } from '@night-routine/database'
import { tonight, type Settings } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { openByShareLink, type ShareLinkOptions } from '../../share-link.ts'
import { isWithinReach, monthRange, parseMonth } from '../home/month.ts'
import { shareView } from './share-view.ts'

export interface ShareOptions extends ShareLinkOptions {
  readHousehold: () => Promise<{ settings: Settings; parents: Record<ParentId, Parent> }>
  readNights: (from: Temporal.PlainDate, to: Temporal.PlainDate) => Promise<Assignment[]>
}

const query = Type.Object({ month: Type.Optional(Type.String()) })

/** The month for people with the link, such as grandparents or a babysitter. */
export const share: FastifyPluginAsyncTypebox<ShareOptions> = async (service, options) => {
  openByShareLink(service, options)
  service.get('/share/:link', { schema: { querystring: query } }, async (request, reply) => {
    const { settings, parents } = await options.readHousehold()
    const date = tonight(settings, options.clock.now())
    const month = monthAskedFor(request.query.month, date)
    const { weekStart } = settings
    const { from, to } = monthRange(month, weekStart)
    const view = shareView({
      month,
      tonight: date,
      weekStart,
      nights: await options.readNights(from, to),
      people: { names: { a: parents.a.name, b: parents.b.name } },
      words: request.words,
    })
    return reply.page('routes/share/share.hbs', view)
  })
}

function monthAskedFor(text: string | undefined, date: Temporal.PlainDate) {
  const month = text === undefined ? date.toPlainYearMonth() : parseMonth(text)
  if (!month || !isWithinReach(month, date))
    throw new SpokenError(400, message('error.noMonth'), { field: 'month' })
  return month
}
