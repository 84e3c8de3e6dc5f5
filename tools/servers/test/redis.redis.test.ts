import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRedis, startRedis } from '@night-routine/servers'
import t from 'tap'

const program = await findRedis(process.env['PATH'] ?? '')

async function ask(url: string, ...lines: string[]) {
  const { port, password } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', chunk => (answer += String(chunk)))
  socket.end([`AUTH ${password}`, ...lines, ''].join('\r\n'))
  await once(socket, 'close').catch(() => undefined)
  return answer
}

t.test('one left behind by a killed start is ended first', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-test-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const left = await startRedis(program ?? '', folder)
  const server = await startRedis(program ?? '', folder)
  t.equal(await ask(left.url, 'PING'), '')
  t.match(await ask(server.url, 'PING'), /PONG/)
  await server.stop()
})

t.test('no program on the path is an answer, not an error', async t => {
  t.equal(await findRedis('/nowhere:/neither'), undefined)
})
