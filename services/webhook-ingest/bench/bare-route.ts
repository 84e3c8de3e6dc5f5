import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'

// The baseline: Fastify with a route that answers 200 and accepts the content type of a notification.
const service = fastify()
service.removeAllContentTypeParsers()
service.addContentTypeParser('*', (_request, _body, done) => done(null))
service.post('/api/webhook/calendar', async () => '')
await service.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: (service.server.address() as AddressInfo).port })
process.once('disconnect', () => process.exit())
