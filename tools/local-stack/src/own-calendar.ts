import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { startRadicale } from '@night-routine/servers/caldav'
import { StackError } from './errors.ts'

/** What the services need to know about the calendar server of --caldav. */
export interface OwnCalendar {
  caldavUrl: string
  username: string
  password: string
}

/**
 * Starts Radicale.
 * @throws {StackError} where Radicale is not installed
 */
export async function startOwnCalendar(
  { caldavPort, dataFolder }: { caldavPort: number; dataFolder: string },
  running: AsyncDisposableStack,
): Promise<OwnCalendar> {
  if (spawnSync('/usr/bin/python3', ['-c', 'import radicale']).status !== 0)
    throw new StackError('--caldav needs Radicale. On Debian: apt-get install radicale')
  const radicale = await startRadicale(join(dataFolder, 'radicale'), {
    port: caldavPort,
    detached: true,
  })
  running.defer(() => radicale.stop())
  const { url, username, password } = radicale
  return { caldavUrl: url, username, password }
}
