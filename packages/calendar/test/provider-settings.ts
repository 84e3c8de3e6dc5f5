import { providerSettings } from '@night-routine/calendar'
import { ConfigurationError, loadConfig, publicSettings } from '@night-routine/service'
import { Type } from 'typebox'

/** The settings that decide which calendar and sign-in an installation has. */
export const schema = Type.Object({ ...publicSettings, ...providerSettings })

/** What is wrong with these settings, a sentence each. */
export function faults(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(schema, env)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults
    throw error
  }
}
