// The baseline for a click: Fastify takes a form, commits one row and redirects.
import formbody from '@fastify/formbody'
import { connect } from '@night-routine/database/connection'
import Fastify from 'fastify'

const db = connect({ url: process.env['DATABASE_URL'] ?? '', applicationName: 'bare' })
const service = Fastify()
await service.register(formbody)
service.post('/', async (_request, reply) => {
  await db
    .updateTable('settings')
    .set(eb => ({ week_start: eb.ref('week_start') }))
    .execute()
  return reply.redirect('/', 303)
})
await service.listen({ host: '127.0.0.1', port: 0 })
const address = service.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
process.once('disconnect', () => process.exit())
