import { providerSettings } from '@night-routine/calendar'
import { householdSettings } from '@night-routine/household'
import { channelSettings } from '@night-routine/notifications'
import {
  browserSettings,
  databaseSettings,
  homeAssistantSettings,
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
  ...browserSettings,
  ...databaseSettings,
  ...queueSettings,
  ...secretSettings,
  ...signInSettings,
  ...providerSettings,
  ...householdSettings,
  ...channelSettings,
  // Whether the settings page offers Home Assistant; web never connects.
  MQTT_URL: homeAssistantSettings.MQTT_URL,
  ...metricsSettings,
})

export type Config = Type.Static<typeof configSchema>
