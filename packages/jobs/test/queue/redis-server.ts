import { findRedis, startRedis as start } from '@night-routine/servers'
import { Redis } from 'ioredis'
import type { Test } from 'tap'

/** A Redis for tests that stop, fill or empty it. */
export async function startRedis(t: Test) {
  const program = await findRedis(process.env['PATH'] ?? '')
  if (!program) throw new Error('npm test skips this file where there is no Redis')
  const folder = t.testdir()
  let server = await start(program, folder)
  t.teardown(() => server.stop())
  const { url } = server
  return {
    url,
    stop: () => server.stop(),
    async start() {
      server = await start(program, folder, { again: url })
    },
    async command(...[name = '', ...text]: string[]) {
      const redis = new Redis(url)
      const answer: unknown = await redis.call(name, ...text)
      redis.disconnect()
      return answer
    },
  }
}
