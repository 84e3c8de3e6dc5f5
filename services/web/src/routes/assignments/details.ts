import type { Assignment, Parent, ParentId, RecordedNight } from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseAssignmentId } from '../assignment-id.ts'
import { countsBefore } from './counts-before.ts'
import { AssignmentDetails, assignmentDetails } from './details-view.ts'

export interface DetailsOptions {
  readAssignment: (id: bigint) => Promise<Assignment | undefined>
  readParents: () => Promise<Record<ParentId, Parent>>
  /** Every night before this one. */
  readRecordBefore: (night: Temporal.PlainDate) => Promise<RecordedNight[]>
}

const query = Type.Object(
  { assignment_id: Type.String() },
  {
    description:
      'Explains a night. `assignment_id` is a whole number from 1, in digits. An unassigned night has the ' +
      '`caregiver_type` `babysitter` and the `decision_reason` `Unavailability`; a booked babysitter ' +
      'has the reason `Override`.',
  },
)

/** Who does a night and why, in the contract's fields. */
export const details: FastifyPluginAsyncTypebox<DetailsOptions> = async (service, options) => {
  service.get(
    '/api/assignment-details',
    { schema: { querystring: query, response: { 200: AssignmentDetails } } },
    async request => {
      const id = parseAssignmentId(request.query.assignment_id)
      if (id === undefined)
        throw new SpokenError(400, message('error.idOfNight', { field: 'assignment_id' }), {
          field: 'assignment_id',
        })
      const [assignment, parents] = await Promise.all([
        options.readAssignment(id),
        options.readParents(),
      ])
      if (!assignment) throw new SpokenError(404, message('error.noNight'))
      const { night, explanation } = assignment
      const counts = explanation ?? countsBefore(night, await options.readRecordBefore(night))
      const names = { a: parents.a.name, b: parents.b.name }
      return assignmentDetails(assignment, names, counts)
    },
  )
}
