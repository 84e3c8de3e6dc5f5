import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeSettings, type SettingDescription } from '@night-routine/service'

type ConfigModule = { configSchema: Parameters<typeof describeSettings>[0] }

interface ServiceSettings {
  service: string
  schema: ConfigModule['configSchema']
  settings: SettingDescription[]
}

/** The settings of each service, from the schemas they read their environment with. */
export async function settingsByService(): Promise<ServiceSettings[]> {
  const services = globSync('services/*/src/config.ts').toSorted()
  return Promise.all(
    services.map(async path => {
      const { configSchema } = (await import(resolve(path))) as ConfigModule
      const service = path.split('/')[1] ?? path
      return { service, schema: configSchema, settings: describeSettings(configSchema) }
    }),
  )
}

/** The settings of all services, by name. */
export async function knownSettings(): Promise<Map<string, SettingDescription>> {
  const all = await settingsByService()
  return new Map(all.flatMap(({ settings }) => settings.map(one => [one.name, one] as const)))
}
