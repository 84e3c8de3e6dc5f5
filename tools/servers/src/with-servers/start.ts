import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removePostgres, startPostgres } from '../postgres.ts'
import { findRedis, startRedis } from '../redis.ts'
import { makeThrowawayFolder } from './throwaway-folder.ts'

/** Private servers of one run. Disposing of them stops them and deletes their data. */
export interface RunServers extends AsyncDisposable {
  /** DATABASE_URL, REDIS_URL where the machine has Redis, and a TMPDIR. */
  variables: Record<string, string>
}

/**
 * Starts PostgreSQL and, where the machine has it, Redis. Servers that `env` names already are used as they are.
 * @throws ServerError when one does not start; the others are stopped again
 */
export async function startServers(env: NodeJS.ProcessEnv): Promise<RunServers> {
  await using running = new AsyncDisposableStack()
  const folder = await makeThrowawayFolder()
  running.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711) // PostgreSQL runs as another user
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  await chmod(temporary, 0o711)
  const variables: Record<string, string> = { TMPDIR: temporary }

  const redis = env['REDIS_URL'] ? undefined : await findRedis(env['PATH'] ?? '')
  if (redis) {
    const server = await startRedis(redis, join(folder, 'redis'))
    running.defer(() => server.stop())
    variables['REDIS_URL'] = server.url
  }
  if (!env['DATABASE_URL']) {
    const data = join(folder, 'postgres')
    running.defer(() => removePostgres(data))
    const server = await startPostgres(data, { durable: false })
    running.defer(() => server.stop())
    variables['DATABASE_URL'] = server.url
  }
  const kept = running.move()
  return { variables, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
