import { householdTransaction } from '@night-routine/database/connection'
import { giveNight } from '@night-routine/household'
import { by, nightOn } from '@night-routine/testing/household'
import type { WatchedServer } from '@night-routine/servers/caldav'
import type { Test } from 'tap'
import { routine, livingCalendarAt } from '../pull/living-calendar.ts'
import { connectedServer, isQuiet } from './connected-server.ts'

/** What a household sees at any CalDAV server, beside the contract of its port. */
export async function checkLiving(t: Test, server: WatchedServer): Promise<void> {
  const living = (t: Parameters<typeof livingCalendarAt>[1]) =>
    livingCalendarAt(db => connectedServer(server, db), t)

  await t.test('a name is followed, all else is put back, with few requests', async t => {
    const { edit, events, nights, notices, pull, push, remove, waitUntilIdle } = await living(t)
    await pull()
    t.same((await pull()).calls, ['REPORT', 'PROPFIND'], 'what changed, and the version')
    await edit('2026-11-21', { summary: '[Kim]' })
    const { calls: reads } = await pull()
    t.same(reads, ['REPORT', 'PROPFIND', 'REPORT'], 'what changed, the version, and the text')
    t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
    const { calls: writes } = await push()
    t.equal(writes.length, 2 * writes.filter(method => method === 'PUT').length)
    t.ok((await events()).includes(`2026-11-21 [Kim] ${routine}`))

    const before = await events()
    await edit('2026-11-22', { start: { date: '2026-12-24' }, end: { date: '2026-12-25' } })
    await edit('2026-11-23', {
      start: { dateTime: '2026-11-23T19:00:00Z' },
      end: { dateTime: '2026-11-23T20:00:00Z' },
    })
    await edit('2026-11-24', { recurrence: ['FREQ=DAILY;COUNT=5'] })
    await waitUntilIdle({ isQuiet })
    await remove('2026-11-25')
    await waitUntilIdle({ isQuiet })
    t.same(await events(), before)
    t.same((await notices()).toSorted(), [
      'moved 2026-11-22',
      'removed-again 2026-11-25',
      'repeated 2026-11-24',
      'timed 2026-11-23',
    ])
  })

  await t.test('a client renames the file, and drops our properties', async t => {
    const { calendarId, eventId, events, nights, notices, waitUntilIdle } = await living(t)
    const [id, before] = [await eventId('2026-11-22'), await events()]
    await server.person.renameEvent(calendarId, id, 'renamed.ics')
    const { body, href } = await server.person.find(calendarId, id)
    t.equal(href, `${calendarId}renamed.ics`)
    const bare = body.replaceAll(/X-NIGHT-ROUTINE[^\r]*\r\n(?: [^\r]*\r\n)*/g, '')
    await server.person.put(calendarId, 'renamed.ics', bare)
    await waitUntilIdle({ isQuiet })
    t.same([await events(), await notices()], [before, []])
    await server.person.put(calendarId, 'renamed.ics', bare.replace(/SUMMARY:.*/, 'SUMMARY:[Kim]'))
    await waitUntilIdle({ isQuiet })
    t.ok((await nights()).includes('2026-11-22 Kim (locked)'))
    t.equal((await server.person.find(calendarId, id)).href, href)
    await server.person.removeEvent(calendarId, id)
    await waitUntilIdle({ isQuiet })
    t.equal((await events()).length, before.length, 'its removal is noticed')
  })

  await t.test('what no read has listed yet, and a calendar emptied meanwhile', async t => {
    const household = await living(t)
    await checkUnlisted(t, household, server)
    const { calendarId, events, pull, push, trouble } = household
    const before = await events()
    for (const { id } of await server.person.events(calendarId))
      await server.person.removeEvent(calendarId, id)
    await trouble.expireSyncTokens()
    t.match(await pull(), { everything: true, doubtful: false, gone: before.length })
    await push()
    t.same(await events(), before)
  })
}

type Living = Awaited<ReturnType<typeof livingCalendarAt>>

/** A person removes an event, or puts an old version back, between our write and the next read. */
export async function checkUnlisted(
  t: Test,
  { calendarId, db, eventId, events, pull, push, remove, waitUntilIdle }: Living,
  { person }: Pick<WatchedServer, 'person'>,
): Promise<void> {
  const before = await events()
  await remove('2026-11-22')
  await pull()
  await push()
  t.same(await events(), before, 'there again')
  await remove('2026-11-22')
  await waitUntilIdle({ isQuiet })
  t.same(await events(), before, 'and again, though no read has listed it meanwhile')

  const { body, id } = await person.find(calendarId, await eventId('2026-11-23'))
  const { id: nightId, caregiver } = await nightOn(db, '2026-11-23')
  const given = { id: nightId, to: caregiver === 'a' ? 'b' : 'a' } as const
  await householdTransaction(db, trx => giveNight(trx, { ...given, ...by }))
  await push()
  const after = await events()
  t.not(after.join(), before.join())
  await person.put(calendarId, `${id}.ics`, body)
  await waitUntilIdle({ isQuiet })
  t.same(await events(), after, 'an old version does not stay')
}
