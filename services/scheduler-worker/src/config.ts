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
  webhookSettings,
  workSettings,
} from '@night-routine/service'
import { Type } from 'typebox'

/** Every setting of this service. */
export const configSchema = Type.Object({
  ...serviceSettings,
  ...publicSettings,
  ...databaseSettings,
  ...queueSettings,
  ...metricsSettings,
  ...secretSettings,
  ...googleSettings,
  ...householdSettings,
  ...webhookSettings,
  ...mailSettings,
  ...workSettings,
})

export type Config = Type.Static<typeof configSchema>
