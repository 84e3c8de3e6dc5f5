import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { livingCalendarAt, lookAhead } from '../pull/living-calendar.ts'
import {
  connectedServer,
  filesOf,
  isQuiet,
  syncTokensOf,
  watchedRadicale,
} from './connected-server.ts'
import { checkLiving, checkUnlisted } from './living-suite.ts'

t.test('a household at Radicale', async t => checkLiving(t, await watchedRadicale(t)))

t.test('a household at a server without sync', async t => {
  const server = await watchedRadicale(t)
  server.fault({ method: /REPORT/, body: /sync-collection/, when: 501, count: 1_000 })
  const living = await livingCalendarAt(db => connectedServer(server, db), t)
  t.match(await living.token(), '"kind":"ctag"')
  await checkUnlisted(t, living, server)
})

t.test('a server that forgot its sync tokens costs one full read', async t => {
  const server = await watchedRadicale(t)
  const living = await livingCalendarAt(db => connectedServer(server, db), t)
  const { calendarId, edit, events, nights, pull, remove, waitUntilIdle } = living
  const before = await events()
  await edit('2026-11-21', { summary: '[Kim]' })
  await remove('2026-11-22')
  await rm(syncTokensOf(calendarId), { recursive: true })
  t.match(await pull(), { everything: true, doubtful: false, gone: 1 })
  await waitUntilIdle({ isQuiet })
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
  t.match(await pull(), { verdicts: { babysitter: 1 }, gone: 1 }, 'the server lists no changes')
  t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
  await push()
  await edit('2026-11-23', { summary: '[Dana]' })
  t.match(await pull(), { verdicts: { babysitter: 1 } }, 'the server lists the next change again')
})

t.test('a restored server that lists all it has for a later token', async t => {
  const server = await watchedRadicale(t)
  const living = await livingCalendarAt(db => connectedServer(server, db), t)
  const { calendarId, eventId, events, pull, push } = living
  const before = await events()
  await server.person.removeEvent(calendarId, await eventId('2026-11-21'))
  const standing = await server.person.events(calendarId)
  const listed = standing.map(
    ({ id, etag }) =>
      `<response><href>${calendarId}${id}.ics</href><propstat><prop><getetag>${etag}</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>`,
  )
  const answer = `<multistatus xmlns="DAV:">${listed.join('')}<sync-token>new</sync-token></multistatus>`
  server.fault({ method: /REPORT/, body: /sync-token>[^<]/, when: 207, answer, count: 1 })
  t.match(await pull(), { gone: 1 })
  await push()
  t.same(await events(), before)
})

for (const [name, { keepsTokens }] of Object.entries({
  'a server restored from its backup': { keepsTokens: false },
  'a server whose events alone were restored': { keepsTokens: true },
}))
  t.test(`${name} agrees again after the next poll`, async t => {
    const server = await watchedRadicale(t)
    const living = await livingCalendarAt(db => connectedServer(server, db), t)
    const { calendarId, db, edit, events, nights, notices, pull, push, remove } = living
    await edit('2026-11-21', { summary: '[Kim]' })
    await pull()
    await push()
    const [files, backup] = [filesOf(calendarId), join(t.testdir(), 'backup')]
    await cp(files, backup, { recursive: true })

    await edit('2026-11-21', { summary: '[Dana]' })
    await pull()
    await edit('2026-11-22', { summary: '[Robin]' })
    await pull()
    await remove('2026-11-23')
    await pull()
    await lookAhead(db, 9)
    await push()
    await pull()
    const [shown, plan] = [await events(), await nights()]
    t.equal(shown.length, 9)

    const filter = (path: string) => !keepsTokens || !path.includes('.Radicale.cache')
    const kept = join(t.testdirName, 'kept')
    if (keepsTokens) await cp(join(files, '.Radicale.cache'), kept, { recursive: true })
    await rm(files, { recursive: true })
    await cp(backup, files, { recursive: true, filter })
    if (keepsTokens) await cp(kept, join(files, '.Radicale.cache'), { recursive: true })

    t.notSame(await events(), shown)
    await pull()
    await push()
    t.same([await events(), await nights()], [shown, plan])
    t.same(await notices(), ['removed-again 2026-11-23'], 'of the event that a person removed')
  })
