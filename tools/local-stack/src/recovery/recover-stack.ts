import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keptSecrets } from '@night-routine/home'
import { runCommand } from '@night-routine/operations'
import { runningPostgres, startPostgres } from '@night-routine/servers'
import { StackError } from '../errors.ts'
import { readAddresses } from '../running-addresses.ts'
import { stackSettings } from '../settings.ts'
import { isTaken, takeFolder } from '../stack-lock.ts'

/**
 * Runs a recovery command (backup, restore, check, keys, people) on the database of the local stack; `--demo` and
 * `--own` name the same stack as for `npm start`. If the stack is stopped, its PostgreSQL server is started for the
 * command. A restore requires a stopped stack.
 * @returns the exit code
 * @throws {StackError} or {ServerError} with a sentence for the person at the terminal
 */
export async function recoverStack(
  args: readonly string[],
  {
    root,
    env,
    signal,
    print,
  }: {
    root: string
    env: Readonly<Record<string, string | undefined>>
    signal: AbortSignal
    print: (line: string) => void
  },
): Promise<number> {
  const [demo, own] = [args.includes('--demo'), args.includes('--own')]
  const { dataFolder, port } = stackSettings(env, root, { demo, own })
  const [command] = args
  const run = async (databaseUrl: string | undefined) =>
    runCommand(
      args.filter(word => word !== '--demo' && word !== '--own'),
      {
        env: {
          DATABASE_URL: databaseUrl,
          SECRET_KEYS: (await keptSecrets(join(dataFolder, 'keys'))).secretKeys,
          PUBLIC_URL: `http://localhost:${(await readAddresses(dataFolder))?.port ?? port}`,
          BACKUP_FOLDER: join(dataFolder, 'backups'),
        },
        now: () => Temporal.Now.instant(),
        print,
        signal,
      },
    )
  if (command === 'check') return run(undefined)
  if (await isTaken(dataFolder)) {
    if (command === 'restore')
      throw new StackError(
        'Night Routine runs from this folder. Stop it with Ctrl-C, restore, and start it again.',
      )
    return run(await runningPostgres(join(dataFolder, 'postgres')))
  }
  const isThere = await stat(join(dataFolder, 'postgres')).catch(() => undefined)
  if (!isThere && command !== 'restore')
    throw new StackError(`There is no household in ${dataFolder} yet: npm start makes one.`)

  await using running = new AsyncDisposableStack()
  running.defer(await takeFolder(dataFolder, 'nowhere yet, for a backup or a restore'))
  const postgres = await startPostgres(join(dataFolder, 'postgres'))
  running.defer(() => postgres.stop())
  // Awaited here, because the server stops when this function returns.
  return await run(postgres.url)
}
