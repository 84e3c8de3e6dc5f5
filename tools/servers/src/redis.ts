import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, constants, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServerError } from './errors.ts'
import { freePort } from './free-port.ts'

/** A running private Redis or Valkey. It stores nothing on disk, because queues only hold wake-ups. */
export interface RedisServer {
  url: string
  stop(): Promise<void>
}

/** The path of `redis-server` or `valkey-server` on this PATH, if there is one. */
export async function findRedis(path: string): Promise<string | undefined> {
  for (const name of ['redis-server', 'valkey-server']) {
    for (const folder of path.split(delimiter)) {
      const program = join(folder, name)
      const found = await access(program, constants.X_OK).then(
        () => true,
        () => false,
      )
      if (found) return program
    }
  }
  return undefined
}

/** Sends two commands in the Redis protocol, which is enough to recognize one of our servers, or to end it. */
async function ask(url: string, command: 'PING' | 'SHUTDOWN NOSAVE'): Promise<string> {
  const { port, password } = new URL(url)
  const socket = connect({ port: Number(port), host: '127.0.0.1', timeout: 1000 })
  let answer = ''
  socket.on('data', chunk => (answer += String(chunk)))
  socket.on('timeout', () => socket.destroy())
  socket.end(`AUTH ${password}\r\n${command}\r\n`)
  await once(socket, 'close').catch(() => undefined)
  return answer
}

async function freshAddress(): Promise<string> {
  const password = randomBytes(18).toString('hex')
  return `redis://default:${password}@127.0.0.1:${await freePort()}`
}

/**
 * Starts a private Redis on a free port of 127.0.0.1, under a random password. One that an earlier,
 * killed start left behind in this folder is ended first.
 *
 * @param again the address of a stopped server that this one replaces
 * @throws {ServerError} when it does not answer within 10 s
 */
export async function startRedis(
  program: string,
  folder: string,
  { again }: { again?: string } = {},
): Promise<RedisServer> {
  await mkdir(folder, { recursive: true })
  const note = join(folder, 'address')
  const left = await readFile(note, 'utf8').catch(() => undefined)
  if (left) await ask(left, 'SHUTDOWN NOSAVE')

  const url = again ?? (await freshAddress())
  const { port, password } = new URL(url)
  await writeFile(note, url, { mode: 0o600 })
  const configuration = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir "${folder}"`,
    `requirepass ${password}`,
    'save ""',
    'appendonly no',
    'maxmemory-policy noeviction',
  ].join('\n')
  // The configuration comes by standard input, so that no process list shows the password; in a separate group,
  // so that Ctrl-C reaches us first and we end it in its turn.
  const server = spawn(program, ['-'], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  const ended = once(server, 'exit').catch(() => undefined)
  server.stdin.end(configuration)

  for (let tries = 0; tries < 100; tries++) {
    if ((await ask(url, 'PING')).includes('+PONG')) {
      const stop = async () => {
        server.kill('SIGTERM')
        await ended
        await rm(note, { force: true })
      }
      return { url, stop }
    }
    await sleep(100)
  }
  server.kill('SIGKILL')
  throw new ServerError(`${program} does not answer on port ${port}.`)
}
