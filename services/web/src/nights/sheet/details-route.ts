import type { Database } from '@night-routine/database/connection'
import { countRecord, readAssignment } from '@night-routine/database/nights'
import { message } from '@night-routine/wording'
import { Type, type Static } from 'typebox'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { exactId, parseId } from '../../plugins/id.ts'

const query = Type.Object(
  { assignment_id: Type.String() },
  {
    description:
      'Explains a night. An unassigned night has `caregiver_type` `babysitter` and `decision_reason` `Unavailability`; ' +
      'a booked babysitter `Override`.',
  },
)

const answer = Type.Object({
  assignment_id: exactId,
  calculation_date: Type.String(),
  decision_reason: Type.String(),
  caregiver_type: Type.Union([Type.Literal('parent'), Type.Literal('babysitter')]),
  parent_a_name: Type.String(),
  parent_a_total_count: Type.Integer(),
  parent_a_last_30_days: Type.Integer(),
  parent_b_name: Type.String(),
  parent_b_total_count: Type.Integer(),
  parent_b_last_30_days: Type.Integer(),
})

/** Who does a night and why, in the contract's fields. */
export default async function details(service: WebService, { db }: WebContext) {
  const explains = { schema: { querystring: query, response: { 200: answer } } }
  service.get(
    '/api/assignment-details',
    explains,
    async (request): Promise<Static<typeof answer>> => {
      const field = 'assignment_id'
      const id = parseId(request.query[field], message('error.idOfNight', { field }), field)
      const assignment = await readAssignment(db, id)
      if (!assignment) throw new LocalizedHttpError(404, message('error.noNight'))
      const { decidedOn, night, caregiver, reason, explanation } = assignment
      const { totals, last30 } = explanation ?? (await countsBefore(db, night))
      const { names } = signedIn(request)
      // No night but an open one is `babysitter` with `Unavailability`: a person books babysitters (docs/decisions/0015).
      return {
        assignment_id: id,
        calculation_date: decidedOn.toString(),
        decision_reason: reason ?? 'Unavailability',
        caregiver_type: caregiver === 'a' || caregiver === 'b' ? 'parent' : 'babysitter',
        parent_a_name: names.a,
        parent_a_total_count: totals.a,
        parent_a_last_30_days: last30.a,
        parent_b_name: names.b,
        parent_b_total_count: totals.b,
        parent_b_last_30_days: last30.b,
      }
    },
  )
}

/** The counts before a night that was stored without the planner's: of every night on record. */
async function countsBefore(db: Database, before: Temporal.PlainDate) {
  const [totals, last30] = await Promise.all([
    countRecord(db, { from: null, before }),
    countRecord(db, { from: before.subtract({ days: 30 }), before }),
  ])
  return { totals, last30 }
}
