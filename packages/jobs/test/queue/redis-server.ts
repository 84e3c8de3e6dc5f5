import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@night-routine/servers'
import { Redis } from 'ioredis'
import type { Test } from 'tap'

/** A Redis for tests that stop, fill or empty it. It stores nothing on disk. */
export async function startRedis(t: Test) {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child = await run(port)
  t.teardown(() => child.kill('SIGKILL'))
  return {
    url,
    async stop() {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    },
    async start() {
      child = await run(port)
    },
    async command(...[name = '', ...text]: string[]) {
      const redis = new Redis(url)
      const answer: unknown = await redis.call(name, ...text)
      redis.disconnect()
      return answer
    },
  }
}

async function run(port: number) {
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ]
  const child = spawn('redis-server', [...settings, '--maxmemory-policy', 'noeviction'])
  for await (const line of child.stdout) if (String(line).includes('Ready to accept')) break
  await sleep(50)
  return child
}
