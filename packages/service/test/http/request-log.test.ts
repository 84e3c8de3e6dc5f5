import t from 'tap'
import { createLogger, createService } from '../../src/index.ts'
import { collectLines } from '../log-lines.ts'

t.test('logs only failed requests of a quiet route', async t => {
  const log = collectLines()
  const service = createService({
    logger: createLogger({ name: 'x', destination: log.destination }),
  })
  t.teardown(() => service.close())
  const config = { quiet: true }
  service.get('/fine', { config }, (_request, reply) => reply.send())
  service.get('/amiss', { config }, (_request, reply) => reply.code(404).send())
  await service.inject('/fine')
  t.same(log.lines(), [])
  await service.inject('/amiss')
  t.match(log.lines(), [{ level: 'info', path: '/amiss', status: 404 }])
})

t.test('no spelling of an address puts a share link into the log', async t => {
  const log = collectLines()
  const service = createService({
    logger: createLogger({ name: 'x', destination: log.destination }),
  })
  t.teardown(() => service.close())
  service.get('/feed/:link/calendar.ics', async () => 'the plan')
  const link = 'Pl4nted-Tok_n'.repeat(4).slice(0, 43)
  const encoded = `%${link.charCodeAt(0).toString(16)}${link.slice(1)}`
  const paths = [
    `/feed/${link}/calendar.ics`,
    `/%66eed/${link}/calendar.ics`,
    `/feed/${encoded}/calendar.ics`,
    `/Share/${link}`,
    `/share//${link}`,
    `/share/${link}.`,
    `/share/${link}%20`,
    `/s/${link.slice(0, 26)}/2026-11`,
    `/invitations/${link}`,
    `/anything?then=1&link=${link}`,
  ]
  for (const path of paths) await service.inject(path)
  t.equal(log.lines().length, paths.length)
  t.notMatch(log.text(), /nted-Tok/)
  t.match(log.lines()[1], { path: '/%66eed/***/calendar.ics', status: 200 })
  await service.inject('/api/assignment-babysitter')
  t.match(log.lines().at(-1), { path: '/api/assignment-babysitter' }, 'route names stay')
  await service.inject(`/${'a.'.repeat(7_000)}`)
  t.ok(String(log.lines().at(-1)?.['path']).length < 600, 'a long path is cut')
})
