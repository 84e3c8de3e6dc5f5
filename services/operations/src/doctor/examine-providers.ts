import type { Finding } from '@night-routine/calendar'
import type { Environment } from '@night-routine/service'

/** What the doctor finds about calendar and sign-in, with settings that may not be in use yet. */
export async function examineProviders(env: Environment): Promise<Finding[]> {
  // Loaded when it is asked for: a process that runs for months asks once.
  const { openCalendarProvider, openSignIn, providerSettings } =
    await import('@night-routine/calendar')
  const { loadConfig, publicSettings } = await import('@night-routine/service')
  const { Type } = await import('typebox')
  const { lookAtProviders } = await import('./look-outside.ts')
  const config = loadConfig(Type.Object({ ...publicSettings, ...providerSettings }), env)
  return lookAtProviders(config, openCalendarProvider(config), openSignIn(config))
}
