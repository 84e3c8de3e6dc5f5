import { bookBabysitter } from '@night-routine/household'
import { Type, type Static } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { exactId } from '../../plugins/id.ts'
import { takeJsonOnly } from '../../plugins/json-api.ts'

// The household checks the name, with better messages than a schema.
const body = Type.Object(
  {
    assignment_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    babysitter_name: Type.String(),
    confirm: Type.Optional(Type.Boolean()),
  },
  {
    additionalProperties: false,
    description:
      'Books a babysitter, and locks the night. A name that differs from a parent’s only in accents or by one letter, ' +
      'and that no babysitter on record has, gets 400 unless `confirm` is true.',
  },
)

/** The stored night, and the dates of the nights that changed, in order. */
const answer = Type.Object({
  assignment_id: exactId,
  date: Type.String(),
  caregiver_type: Type.Union([Type.Literal('parent'), Type.Literal('babysitter')]),
  babysitter_name: Type.String(),
  decision_reason: Type.String(),
  override: Type.Boolean(),
  changed_nights: Type.Array(Type.String()),
})

/** Books a babysitter for a night. */
export default async function babysitter(service: WebService, context: WebContext) {
  takeJsonOnly(service)
  const books = { schema: { body, response: { 200: answer } } }
  service.post(
    '/api/assignment-babysitter',
    books,
    async (request): Promise<Static<typeof answer>> => {
      const { assignment_id, babysitter_name: name, confirm: confirmed = false } = request.body
      const booking = { id: BigInt(assignment_id), babysitter: { name }, confirmed }
      const { night, changedNights } = await changeAs(context, request, (trx, by) =>
        bookBabysitter(trx, { ...booking, ...by }),
      )
      return {
        assignment_id: night.id,
        date: night.night.toString(),
        caregiver_type: night.caregiver === 'babysitter' ? 'babysitter' : 'parent',
        babysitter_name: night.babysitter?.name ?? '',
        decision_reason: night.reason ?? 'Override',
        override: night.override,
        changed_nights: changedNights.map(String),
      }
    },
  )
}
