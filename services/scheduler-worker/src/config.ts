import { providerSettings } from '@night-routine/calendar'
import { householdSettings } from '@night-routine/household'
import { channelSettings } from '@night-routine/notifications'
import {
  databaseSettings,
  homeAssistantSettings,
  metricsSettings,
  publicSettings,
  queueSettings,
  secretSettings,
  serviceSettings,
  webhookSettings,
  workSettings,
} from '@night-routine/service'
import { Type } from 'typebox'

export const configSchema = Type.Object({
  ...serviceSettings,
  ...publicSettings,
  ...databaseSettings,
  ...queueSettings,
  ...metricsSettings,
  ...secretSettings,
  ...providerSettings,
  ...householdSettings,
  ...webhookSettings,
  ...channelSettings,
  ...homeAssistantSettings,
  ...workSettings,
})

export type Config = Type.Static<typeof configSchema>
