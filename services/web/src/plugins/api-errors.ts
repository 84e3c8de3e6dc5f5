import { ChangeRefusal } from '@night-routine/household'
import type { FastifyInstance } from 'fastify'
import { refusedError } from './errors.ts'

/** Fields that have other names in the API than in the household package. */
const fields = new Map([
  ['otherId', 'with'],
  ['everyWeeks', 'every_weeks'],
  ['how', 'channels'],
  ['quiet_from', 'quiet'],
])

/** Names the fields of refused changes as the API does, for the routes of a plugin. */
export function nameApiFields(service: Pick<FastifyInstance, 'setErrorHandler'>) {
  service.setErrorHandler((error: unknown) => {
    throw error instanceof ChangeRefusal ? refusedError(error, fields) : error
  })
}
