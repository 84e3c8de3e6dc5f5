import {
  databaseSettings,
  googleSettings,
  householdSettings,
  mailSettings,
  metricsSettings,
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
  ...mailSettings,
  ...metricsSettings,
})

export type Config = Type.Static<typeof configSchema>

/** Whether the provider is the emulator, which every page then says. */
export function usesEmulator({
  GOOGLE_API_ROOT_URL,
}: Pick<Config, 'GOOGLE_API_ROOT_URL'>): boolean {
  if (GOOGLE_API_ROOT_URL === undefined) return false
  return !/(^|\.)googleapis\.com$/.test(new URL(GOOGLE_API_ROOT_URL).hostname)
}
