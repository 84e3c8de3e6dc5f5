import { serviceSettings } from '@night-routine/service'
import { Type } from 'typebox'

export const configSchema = Type.Object({
  ...serviceSettings,
  WEB_URL: Type.String({ description: 'Where the web service listens.' }),
})

export type Config = Type.Static<typeof configSchema>
