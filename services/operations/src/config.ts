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

/** What the doctor checks: the settings of scheduler-worker. The other commands need two or three of them. */
export const configSchema = Type.Object({
  ...serviceSettings,
  ...publicSettings,
  ...databaseSettings,
  ...queueSettings,
  ...metricsSettings,
  ...secretSettings,
  ...googleSettings,
  ...householdSettings,
  ...mailSettings,
  ...webhookSettings,
  ...workSettings,
})

export type Config = Type.Static<typeof configSchema>
