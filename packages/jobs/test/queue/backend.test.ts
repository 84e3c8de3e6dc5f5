import t from 'tap'
import { chooseBackend } from '../../src/index.ts'
import { kindNames } from '../../src/kinds.ts'

t.test('uses Redis if its address is set, otherwise PostgreSQL', async t => {
  const databaseUrl = 'postgres://db/routine'
  t.same(chooseBackend({ redisUrl: 'redis://queue', databaseUrl }), {
    kind: 'redis',
    url: 'redis://queue',
  })
  t.same(chooseBackend({ databaseUrl }), { kind: 'postgresql', url: databaseUrl })
  t.same(chooseBackend({ redisUrl: undefined, databaseUrl }).kind, 'postgresql')
})

t.test('every kind is a valid name for a queue', async t => {
  // BullMQ refuses names and ids with a colon, and ids of digits only.
  for (const kind of kindNames) t.match(kind, /^[a-z]+$/)
})
