import { metricsSettings, serviceSettings, setting } from '@night-routine/service'
import { Type } from 'typebox'

/** The user of the image. */
export const usualId = 1000
/** The largest id that Linux has. */
const mostId = 2 ** 32 - 2

/** The settings of home itself. Those of the services count, too, except for what home knows. */
export const configSchema = Type.Object({
  ...serviceSettings,
  ...metricsSettings,
  DATA_FOLDER: setting.text('text', 'The database, the published files, keys and backups.', {
    default: '/data',
  }),
  POSTGRESQL_FOLDER: setting.text('text', 'The programs of PostgreSQL.', {
    default: '/usr/lib/postgresql/18/bin',
  }),
  PUID: Type.Optional(
    setting.integer(
      [1, mostId],
      `The user that a container started as root becomes; unset: ${usualId}.`,
    ),
  ),
  PGID: Type.Optional(setting.integer([0, mostId], `Its group; unset: ${usualId}.`)),
  VAULT_PORT: setting.integer(
    [1, 65_535],
    'The local port at which the publisher reaches the publish host.',
    { default: 8090 },
  ),
})

export type Config = Type.Static<typeof configSchema>
