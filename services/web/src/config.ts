import {
  databaseSettings,
  googleSettings,
  householdSettings,
  publicSettings,
  queueSettings,
  secretSettings,
  serviceSettings,
  signInSettings,
} from '@night-routine/service'
import { Type } from 'typebox'

/** Every setting of this service; the fragments are described in packages/service. */
export const configSchema = Type.Object({
  ...serviceSettings,
  ...publicSettings,
  ...databaseSettings,
  ...queueSettings,
  ...secretSettings,
  ...signInSettings,
  ...googleSettings,
  ...householdSettings,
})

export type Config = Type.Static<typeof configSchema>

type Present<Settings> = { [Name in keyof Settings]?: Exclude<Settings[Name], undefined> }

/** The settings that are set: what is left out takes the default of whoever is told. */
export function present<Settings extends object>(settings: Settings): Present<Settings>
export function present(settings: object): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}
