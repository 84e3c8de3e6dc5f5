import { readAssigned, readNightWeights } from '@night-routine/database/nights'
import { ledgerOf } from '@night-routine/fairness'
import { readNightGroups, splitOf, tonight } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import type { WebContext } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { cutsOf, balanceStatement } from './statistics-rows.ts'
import { nightsOf, statisticsSpan } from './statistics-span.ts'

/**
 * The statistics of the months that the query asks for.
 * @throws LocalizedHttpError 400 for months that there are not
 */
export async function readStatement(
  request: FastifyRequest<{ Querystring: { from?: string; to?: string } }>,
  { db, clock }: Pick<WebContext, 'db' | 'clock'>,
) {
  const { settings, people, names } = signedIn(request)
  const { countFrom } = settings
  const date = tonight(settings, clock.now())
  const span = statisticsSpan(request.query, date)
  if ('fault' in span) throw new LocalizedHttpError(400, message(span.fault), { field: span.field })
  const split = splitOf(settings, await readNightWeights(db))
  const [nights, counted] = await Promise.all([
    readAssigned(db, nightsOf(span)),
    readNightGroups(db, { from: countFrom, cuts: cutsOf(span, date), split }),
  ])
  const ledger = ledgerOf(split)
  const account = balanceStatement({ tonight: date, span, nights, counted, countFrom, ledger })
  return {
    account,
    span,
    ledger,
    agreements: split.later ?? [],
    tonight: date,
    people,
    names,
    settings,
  }
}
