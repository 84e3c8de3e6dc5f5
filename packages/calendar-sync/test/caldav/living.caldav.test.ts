import { rm } from 'node:fs/promises'
import t from 'tap'
import { livingCalendarAt } from '../pull/living-calendar.ts'
import { now } from '../push/pushing.ts'
import { connectedServer, isQuiet, syncTokensOf, watchedRadicale } from './connected-server.ts'
import { checkLiving } from './living-suite.ts'

t.test('a household at Radicale', async t => checkLiving(t, await watchedRadicale(t)))

t.test('a server that forgot its sync tokens costs one full read', async t => {
  const server = await watchedRadicale(t)
  const living = await livingCalendarAt(db => connectedServer(server, db), t)
  const { calendarId, edit, events, nights, pull, remove, settle } = living
  const before = await events()
  await edit('2026-11-21', { summary: '[Kim]' })
  await remove('2026-11-22')
  await rm(syncTokensOf(calendarId), { recursive: true })
  t.match(await pull(), { everything: true, doubtful: false, gone: 1 })
  await settle({ isQuiet })
  t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
  t.equal((await events()).length, before.length, 'nothing is lost or duplicated')
  t.equal((await server.person.events(calendarId)).length, before.length)
})

t.test('a restored server that takes a later token, and lists no changes', async t => {
  const server = await watchedRadicale(t)
  const living = await livingCalendarAt(db => connectedServer(server, db), t)
  const { edit, nights, pull, push, remove } = living
  const answer = '<multistatus xmlns="DAV:"><sync-token>later</sync-token></multistatus>'
  const silent = { method: /REPORT/, when: 207, answer }
  server.fault({ ...silent, body: /sync-token>[^<]/, count: 1 })
  await pull()
  server.fault({ ...silent, body: /sync-token>later/, count: 1_000 })

  await edit('2026-11-21', { summary: '[Kim]' })
  await remove('2026-11-22')
  t.match(await pull(), { verdicts: {}, gone: 0 }, 'the server lists no changes')
  t.match(await pull({ at: now.add({ hours: 24 }) }), { verdicts: { babysitter: 1 }, gone: 1 })
  t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
  await push()
  await edit('2026-11-23', { summary: '[Dana]' })
  t.match(await pull(), { verdicts: { babysitter: 1 } }, 'the server lists the next change again')
})
