import t from 'tap'
import { Type } from 'typebox'
import {
  databaseSettings,
  describeSettings,
  publicSettings,
  queueSettings,
  secretSettings,
  serviceSettings,
  signInSettings,
} from '../../src/index.ts'

t.test('describes settings in the order of the schema', async t => {
  const rows = describeSettings(
    Type.Object({
      ...databaseSettings,
      ...queueSettings,
      ...signInSettings,
      PORT: serviceSettings.PORT,
    }),
  )
  t.match(rows, [
    { name: 'DATABASE_URL', required: true, secret: true, default: null },
    { name: 'REDIS_URL', required: false, secret: true, default: null },
    { name: 'ALLOWED_EMAILS', required: false, secret: false, default: null },
    { name: 'PORT', required: false, default: '0', expects: 'a whole number from 0 to 65535' },
  ])
})

t.test('every setting says what it is for', async t => {
  const all = {
    ...serviceSettings,
    ...publicSettings,
    ...databaseSettings,
    ...queueSettings,
    ...secretSettings,
    ...signInSettings,
  }
  for (const { name, description } of describeSettings(Type.Object(all)))
    t.match(description, /^[A-Z].*\.$/, name)
})
