import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { freePort } from '@night-routine/servers'
import t from 'tap'
import { parse } from 'yaml'
import { isSettingOf, settingsByService } from '../settings.ts'
import { images, stages } from './dockerfile.ts'

const text = readFileSync('infra/home/compose.yml', 'utf8')
const file = parse(text) as {
  services: Record<string, Record<string, unknown> & { environment: Record<string, string> }>
  volumes: Record<string, { name: string }>
}

t.test('at home, Compose needs few lines: one container, one volume, one port', async t => {
  t.ok(text.trim().split('\n').length <= 25)
  t.strictSame(Object.keys(file.services), ['night-routine'])
  t.strictSame(file.volumes, { 'night-routine': { name: 'night-routine' } })
  t.match(file.services['night-routine'], {
    ports: ['8080:8080'],
    volumes: ['night-routine:/data'],
    restart: 'unless-stopped',
  })
})

t.test('at home, the container may do little', async t => {
  t.match(file.services['night-routine'], {
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  })
})

t.test('at home, its settings exist', async t => {
  const settings = (await settingsByService()).flatMap(one => one.settings)
  for (const name of Object.keys(file.services['night-routine']?.environment ?? {}))
    t.ok(isSettingOf(settings, name), name)
})

t.test('a health check costs little: each minute at most, and at home without Node', async t => {
  for (const image of images.filter(name => name !== 'operations'))
    t.equal(stages[image]?.healthCheck?.interval, '60s', image)
  t.equal(stages['home']?.healthCheck?.command[0], 'bash')
})

t.test('a health check passes while /readyz answers 200, and fails otherwise', async t => {
  let status = 200
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/readyz' ? status : 404).end('{}'),
  )
  t.teardown(() => server.close())
  const port = await freePort()
  const check = async (image: string) => {
    const [program = '', ...args] = stages[image]?.healthCheck?.command ?? []
    const env = { PATH: process.env['PATH'], PORT: String(port) }
    const [code]: unknown[] = await once(spawn(program, args, { env, stdio: 'ignore' }), 'exit')
    return code
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  for (const image of ['home', 'web']) t.equal(await check(image), 0, `${image}: ready`)
  status = 503
  for (const image of ['home', 'web']) t.equal(await check(image), 1, `${image}: not ready`)
  server.close()
  await once(server, 'close')
  for (const image of ['home', 'web']) t.equal(await check(image), 1, `${image}: no answer`)
})
