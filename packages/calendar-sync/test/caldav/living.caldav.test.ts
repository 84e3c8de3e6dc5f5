import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { livingCalendarAt } from '../pull/living-calendar.ts'
import { connectedServer, isQuiet, watchedRadicale } from './connected-server.ts'
import { checkLiving } from './living-suite.ts'

t.test('a household at Radicale', async t => checkLiving(t, await watchedRadicale(t)))

t.test('a server that forgot its sync tokens costs one full read', async t => {
  const server = await watchedRadicale(t)
  const tokens = (calendarId: string) =>
    join(t.testdirName, 'data/collection-root', calendarId, '.Radicale.cache/sync-token')
  await t.test('and nothing is lost or doubled', async t => {
    const living = await livingCalendarAt(db => connectedServer(server, db), t)
    const { calendarId, edit, events, nights, pull, remove, settle } = living
    const before = await events()
    await edit('2026-11-21', { summary: '[Kim]' })
    await remove('2026-11-22')
    await rm(tokens(calendarId), { recursive: true })
    t.match(await pull(), { everything: true, doubtful: false, gone: 1 })
    await settle({ isQuiet })
    t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
    t.equal((await events()).length, before.length)
    t.equal((await server.person.events(calendarId)).length, before.length)
  })
})
