// What a click is compared with: Fastify takes a form, commits one row, and leads on.
import formbody from '@fastify/formbody'
import { connect } from '@night-routine/database'
import Fastify from 'fastify'
import { sql } from 'kysely'

const db = connect({ url: process.env['DATABASE_URL'] ?? '', applicationName: 'bare' })
await sql`create table if not exists bare_clicks (id bigserial, name text not null)`.execute(db)
const service = Fastify()
await service.register(formbody)
service.post<{ Body: { name: string } }>('/', async ({ body: { name } }, reply) => {
  await sql`insert into bare_clicks (name) values (${name})`.execute(db)
  return reply.redirect('/', 303)
})
await service.listen({ host: '127.0.0.1', port: 0 })
const address = service.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
process.once('disconnect', () => process.exit())
