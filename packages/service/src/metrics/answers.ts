import type { FastifyInstance } from 'fastify'
import type { Metric } from './metric.ts'

/** Counts the responses of a service by status. Call it before the routes are registered. */
export function countAnswers(service: FastifyInstance): Metric {
  const counts = new Map<number, number>()
  service.addHook('onResponse', (_request, { statusCode }, done) => {
    counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1)
    done()
  })
  return {
    name: 'night_routine_http_answers_total',
    help: 'Responses by status.',
    type: 'counter',
    labels: ['status'],
    read: () =>
      [...counts].map(([status, value]) => ({ labels: { status: String(status) }, value })),
  }
}
