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
