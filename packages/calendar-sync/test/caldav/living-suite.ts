import { householdTransaction } from '@night-routine/database/connection'
import { giveNight } from '@night-routine/household'
import { by, nightOn } from '@night-routine/testing/household'
import type { WatchedServer } from '@night-routine/servers/caldav'
import type { Test } from 'tap'
import { routine, livingCalendarAt } from '../pull/living-calendar.ts'
import { checkAnyOrder } from '../pull/any-order.ts'
import { connectedServer, isQuiet } from './connected-server.ts'

/** What a household sees at any CalDAV server. */
export async function checkLiving(t: Test, server: WatchedServer): Promise<void> {
  const living = (t: Parameters<typeof livingCalendarAt>[1]) =>
    livingCalendarAt(db => connectedServer(server, db), t)

  await t.test('a poll without changes is two small requests', async t => {
    const { pull } = await living(t)
    await pull()
    t.same((await pull()).calls, ['REPORT', 'PROPFIND'], 'what changed, and the version')
  })

  await t.test('one changed night is a read, and two requests per written event', async t => {
    const { edit, nights, events, pull, push } = await living(t)
    await edit('2026-11-21', { summary: '[Kim]' })
    const { calls: reads } = await pull()
    t.same(reads, ['REPORT', 'PROPFIND', 'REPORT'], 'what changed, the version, and the text')
    t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
    const { calls: writes } = await push()
    const written = writes.filter(method => method === 'PUT').length
    t.equal(writes.length, 2 * written)
    t.ok((await events()).includes(`2026-11-21 [Kim] ${routine}`))
  })

  await t.test('titles, moves, hours and removals are followed or put back', async t => {
    const { edit, events, nights, notices, remove, waitUntilIdle } = await living(t)
    const quiet = { isQuiet }
    await edit('2026-11-21', { summary: '[Alex]' })
    await waitUntilIdle(quiet)
    t.ok((await nights()).includes('2026-11-21 a (locked)'))
    const before = await events()
    await edit('2026-11-22', { start: { date: '2026-12-24' }, end: { date: '2026-12-25' } })
    await waitUntilIdle(quiet)
    t.same(await events(), before, 'moved back')
    await edit('2026-11-23', {
      start: { dateTime: '2026-11-23T19:00:00Z' },
      end: { dateTime: '2026-11-23T20:00:00Z' },
    })
    await waitUntilIdle(quiet)
    t.same(await events(), before, 'all day again')
    await edit('2026-11-24', { recurrence: ['FREQ=DAILY;COUNT=5'] })
    await waitUntilIdle(quiet)
    t.same(await events(), before, 'once again')
    await remove('2026-11-25')
    await waitUntilIdle(quiet)
    t.same(await events(), before, 'there again')
    t.same((await notices()).toSorted(), [
      'moved 2026-11-22',
      'removed-again 2026-11-25',
      'repeated 2026-11-24',
      'timed 2026-11-23',
    ])
  })

  await t.test('an event that a client stored under another name stays one event', async t => {
    const { calendarId, edit, eventId, events, nights, waitUntilIdle } = await living(t)
    const id = await eventId('2026-11-22')
    await server.person.renameEvent(calendarId, id, 'renamed.ics')
    await waitUntilIdle({ isQuiet })
    const before = await events()
    await edit('2026-11-22', { summary: '[Kim]' })
    await waitUntilIdle({ isQuiet })
    t.ok((await nights()).includes('2026-11-22 Kim (locked)'))
    t.equal((await events()).length, before.length)
    t.equal((await server.person.find(calendarId, id)).href, `${calendarId}renamed.ics`)
    await server.person.removeEvent(calendarId, id)
    await waitUntilIdle({ isQuiet })
    t.equal((await events()).length, before.length, 'its removal is noticed')
  })

  await t.test('a client that drops our properties does no harm', async t => {
    const { calendarId, eventId, events, nights, notices, waitUntilIdle } = await living(t)
    const id = await eventId('2026-11-22')
    const { body } = await server.person.find(calendarId, id)
    const bare = body.replaceAll(/X-NIGHT-ROUTINE[^\r]*\r\n(?: [^\r]*\r\n)*/g, '')
    const [plan, shown] = [await nights(), await events()]
    await server.person.put(calendarId, `${id}.ics`, bare)
    await waitUntilIdle({ isQuiet })
    t.same([await nights(), await events(), await notices()], [plan, shown, []])
    await server.person.put(calendarId, `${id}.ics`, bare.replace(/SUMMARY:.*/, 'SUMMARY:[Kim]'))
    await waitUntilIdle({ isQuiet })
    t.ok((await nights()).includes('2026-11-22 Kim (locked)'))
  })

  await t.test('an emptied calendar is filled again, each event once', async t => {
    const { calendarId, events, waitUntilIdle } = await living(t)
    const before = await events()
    for (const { id } of await server.person.events(calendarId))
      await server.person.removeEvent(calendarId, id)
    await waitUntilIdle({ isQuiet })
    t.same(await events(), before)
  })

  await t.test('a full read trusts what it asked for one by one', async t => {
    const { calendarId, events, pull, push, trouble } = await living(t)
    const before = await events()
    for (const { id } of await server.person.events(calendarId))
      await server.person.removeEvent(calendarId, id)
    await trouble.expireSyncTokens()
    t.match(await pull(), { everything: true, doubtful: false, gone: before.length })
    await push()
    t.same(await events(), before)
  })

  await t.test('what a person does to an event that no read has listed yet', async t =>
    checkUnlisted(t, await living(t), server),
  )

  await t.test('in any order of actions, no edit is lost', async t => {
    const numRuns = process.env['LONG_TESTS'] ? 20 : 3
    await checkAnyOrder(t, await living(t), { numRuns, isQuiet })
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
