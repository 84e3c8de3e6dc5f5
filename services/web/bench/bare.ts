// The baseline for the pages: Fastify and Handlebars with a table in a layout, and a pool that has been used once.
import fastifyView from '@fastify/view'
import { connect } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import Fastify from 'fastify'
import Handlebars from 'handlebars'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const bytes = Number(process.argv[2])
const row = '<tr><th>{{night}}</th><td>{{name}}</td><td>{{total}}</td></tr>\n'
const values = { night: 'Thursday 12 November', name: 'Alex', total: 1_812 }
const rowLength = Handlebars.compile(row)(values).length
const nights = Array.from({ length: Math.round(bytes / rowLength) }, () => values)

const root = mkdtempSync(join(tmpdir(), 'bare-page-'))
writeFileSync(join(root, 'layout.hbs'), '<!doctype html><title>Nights</title>{{{body}}}')
writeFileSync(join(root, 'page.hbs'), `<table>{{#each nights}}${row}{{/each}}</table>`)

const db = connect({ url: process.env['DATABASE_URL'] ?? '', applicationName: 'bare' })
await readJobRequests(db)
const service = Fastify()
await service.register(fastifyView, {
  engine: { handlebars: Handlebars },
  root,
  layout: 'layout.hbs',
  production: true,
})
service.get('/', (_request, reply) => reply.view('page.hbs', { nights }))
await service.ready()
await service.inject('/')
rmSync(root, { recursive: true })
await service.listen({ host: '127.0.0.1', port: 0 })
const address = service.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
process.once('disconnect', () => process.exit())
