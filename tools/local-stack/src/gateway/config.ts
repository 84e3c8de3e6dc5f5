import { publicSettings, serviceSettings } from '@night-routine/service'
import { Type } from 'typebox'

export const configSchema = Type.Object({
  ...serviceSettings,
  ...publicSettings,
  WEB_URL: Type.String({ description: 'Where the web service listens.' }),
  WEBHOOK_INGEST_URL: Type.String({ description: 'Where notifications are taken.' }),
  VAULT_URL: Type.String({ description: 'Where the published sites are read.' }),
})

export type Config = Type.Static<typeof configSchema>
