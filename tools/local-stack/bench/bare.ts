// What the services are compared with: Fastify, and a pool of connections that has been used once.
import { connect } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import { fastify } from 'fastify'

const db = connect({ url: process.env['DATABASE_URL'] ?? '', applicationName: 'bare' })
await readJobRequests(db)
const service = fastify()
service.get('/', async () => '')
await service.listen({ host: '127.0.0.1', port: 0 })
const address = service.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
process.once('disconnect', () => process.exit())
