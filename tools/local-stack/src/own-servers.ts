import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { StackError } from './errors.ts'

/** What the services need to know about the calendar server and identity provider of --caldav. */
export interface OwnServers {
  caldavUrl: string
  username: string
  password: string
  issuer: string
  clientId: string
  clientSecret: string
}

const client = { clientId: 'night-routine-local', clientSecret: 'local-secret' }

/**
 * Starts Radicale, and an OpenID provider that lets anyone in under any name, at `port`.
 * @throws {StackError} where Radicale is not installed
 */
export async function startOwnServers(
  {
    port,
    caldavPort,
    publicUrl,
    dataFolder,
  }: { port: number; caldavPort: number; publicUrl: string; dataFolder: string },
  running: AsyncDisposableStack,
): Promise<OwnServers> {
  if (spawnSync('/usr/bin/python3', ['-c', 'import radicale']).status !== 0)
    throw new StackError('--caldav needs Radicale. On Debian: apt-get install radicale')
  // Loaded here, because the provider's library warns about newer versions of Node as soon as it is loaded.
  const { startRadicale } = await import('@night-routine/servers/caldav')
  const { startOpenidProvider } = await import('@night-routine/servers/openid')
  const radicale = await startRadicale(join(dataFolder, 'radicale'), { port: caldavPort })
  running.defer(() => radicale.stop())
  const provider = await startOpenidProvider({
    ...client,
    port,
    issuer: `http://localhost:${port}`,
    redirectUris: [`${publicUrl}/oauth/callback`],
  })
  running.defer(() => provider.stop())
  const { url, username, password } = radicale
  return { caldavUrl: url, username, password, issuer: provider.issuer, ...client }
}
