import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeSettings, loadConfig, type SettingDescription } from '@night-routine/service'

interface ServiceSettings {
  service: string
  settings: SettingDescription[]
  /** Reads an environment as the service does. @throws for settings that are missing or invalid */
  load: (environment: Record<string, string | undefined>) => unknown
}

/** The settings of each service, from the schemas they read their environment with. */
export async function settingsByService(): Promise<ServiceSettings[]> {
  const services = globSync('services/*/src/config.ts').toSorted()
  return Promise.all(
    services.map(async path => {
      const { configSchema } = (await import(resolve(path))) as {
        configSchema: Parameters<typeof loadConfig>[0]
      }
      const service = path.split('/')[1] ?? path
      const load = (environment: Record<string, string | undefined>) =>
        loadConfig(configSchema, environment)
      return { service, settings: describeSettings(configSchema), load }
    }),
  )
}

/** Variables that Node itself reads. */
const ofNode = ['NODE_EXTRA_CA_CERTS']

/** Whether a variable, or the file it is read from, is one of these settings. */
export const isSettingOf = (settings: readonly SettingDescription[], variable: string): boolean =>
  ofNode.includes(variable) || settings.some(({ name }) => name === variable.replace(/_FILE$/, ''))
