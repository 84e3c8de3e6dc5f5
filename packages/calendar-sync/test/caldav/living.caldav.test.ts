import t from 'tap'
import { livingCalendarAt } from '../pull/living-calendar.ts'
import { connectedServer, watchedRadicale } from './connected-server.ts'
import { checkLiving, checkUnlisted } from './living-suite.ts'

t.test('a household at Radicale', async t => checkLiving(t, await watchedRadicale(t)))

t.test('a household at a server without sync', async t => {
  const server = await watchedRadicale(t)
  server.fault({ method: /REPORT/, body: /sync-collection/, when: 501, count: 1_000 })
  const living = await livingCalendarAt(db => connectedServer(server, db), t)
  t.match(await living.token(), '"kind":"ctag"')
  await checkUnlisted(t, living, server)
})
