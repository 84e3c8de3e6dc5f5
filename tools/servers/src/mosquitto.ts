import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { ServerError } from './errors.ts'
import { freePort } from './free-port.ts'
import { waitFor } from './wait-for.ts'

const run = promisify(execFile)

/** What a listener hears first. */
const probe = 'test-probe'
const login = { user: 'nights', password: 'a b%c/d' }

/** A private broker, whose messages Mosquitto's own client reads. */
export interface Mosquitto {
  /** As MQTT_URL has it. */
  url: string
  port: number
  /** Ends it at once, as a power cut does; it keeps nothing. */
  kill(): Promise<void>
  /** Starts it again at the same port. */
  start(): Promise<void>
  /** The retained messages as `mosquitto_sub -v` prints them, in order: "topic payload". */
  retained(topic?: string): Promise<string[]>
  /** Every message from now on, as `mosquitto_sub -v` prints it. */
  listen(topic?: string): Promise<string[]>
  /** Publishes a retained message, as another program does. An empty one deletes it. */
  retain(topic: string, payload: string): Promise<void>
  /** Publishes a message that is not kept. */
  send(topic: string, payload: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts Mosquitto, which asks for a password and keeps messages in memory alone.
 * @param options.acl lines of its access list; without them everyone may do everything
 * @param options.tls files for a listener with TLS
 * @throws ServerError when it does not start
 */
export async function startMosquitto({
  acl,
  tls,
}: {
  acl?: string
  tls?: { cert: string; key: string }
} = {}): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-mosquitto-'))
  const at = (name: string) => join(folder, name)
  const [port, plainPort] = [await freePort(), await freePort()]
  const passwords = ['-b', '-c', at('passwords'), login.user, login.password]
  await run('mosquitto_passwd', passwords)
  // Its own client and the tests' other programs have another account.
  await run('mosquitto_passwd', ['-b', at('passwords'), 'other', 'other'])
  if (acl !== undefined) await writeFile(at('acl'), `${acl}\nuser other\ntopic readwrite #\n`)
  if (tls !== undefined) {
    await writeFile(at('cert.pem'), tls.cert)
    await writeFile(at('key.pem'), tls.key)
  }
  await writeFile(
    at('mosquitto.conf'),
    [
      'persistence false',
      'allow_anonymous false',
      `password_file ${at('passwords')}`,
      ...(process.getuid?.() === 0 ? ['user root'] : []),
      ...(acl === undefined ? [] : [`acl_file ${at('acl')}`]),
      `listener ${plainPort} 127.0.0.1`,
      `listener ${port} 127.0.0.1`,
      ...(tls === undefined ? [] : [`certfile ${at('cert.pem')}`, `keyfile ${at('key.pem')}`]),
    ].join('\n'),
  )
  const asOther = ['-h', '127.0.0.1', '-p', String(plainPort), '-u', 'other', '-P', 'other']
  const listeners: ChildProcess[] = []
  let server: ChildProcess | undefined
  let said = ''

  async function start(): Promise<void> {
    const started = spawn('mosquitto', ['-c', at('mosquitto.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = started
    started.stderr.setEncoding('utf8').on('data', chunk => (said += String(chunk)))
    await waitFor('Mosquitto', async () => {
      if (started.exitCode !== null) throw new ServerError(`Mosquitto ended: ${said.slice(-2000)}`)
      return (await accepts(port)) && accepts(plainPort)
    })
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  const publish = async (topic: string, payload: string, flags: string[]) => {
    const what = payload === '' ? ['-n'] : ['-m', payload]
    await run('mosquitto_pub', [...asOther, '-q', '1', '-t', topic, ...what, ...flags])
  }

  await start()
  const credentials = [login.user, login.password].map(encodeURIComponent).join(':')
  return {
    url: `${tls === undefined ? 'mqtt' : 'mqtts'}://${credentials}@localhost:${port}`,
    port,
    start,
    kill: () => end('SIGKILL'),
    async retained(topic = '#') {
      const args = [...asOther, '-v', '-t', topic, '--retained-only', '-W', '1']
      const { stdout } = await run('mosquitto_sub', args).catch(readUntilTimeout)
      return stdout.split('\n').filter(line => line !== '')
    },
    async listen(topic = '#') {
      const lines: string[] = []
      const args = [...asOther, '-R', '-v', '-t', topic, '-t', probe]
      const client = spawn('mosquitto_sub', args, { stdio: ['ignore', 'pipe', 'ignore'] })
      listeners.push(client)
      let isSubscribed = false
      createInterface(client.stdout).on('line', line => {
        if (line.startsWith(probe)) isSubscribed = true
        else lines.push(line)
      })
      await waitFor('the subscription', async () => {
        if (!isSubscribed) await publish(probe, 'listening', [])
        return isSubscribed
      })
      return lines
    },
    retain: (topic, payload) => publish(topic, payload, ['-r']),
    send: (topic, payload) => publish(topic, payload, []),
    async stop() {
      for (const listener of listeners) listener.kill('SIGKILL')
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What its client printed until the time of `-W` was over, which is the end that a reader of retained messages has. */
function readUntilTimeout(error: Error & { code?: unknown; stdout?: string }) {
  if (error.code !== 27) throw error
  return { stdout: error.stdout ?? '' }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isThere
}
