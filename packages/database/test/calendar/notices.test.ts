import {
  closeNotices,
  closeNoticesOf,
  dismissNotice,
  raiseNotice,
  raiseStandingNotice,
  readNotices,
} from '@night-routine/database/calendar'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { day } from '../nights.ts'
import { plain } from '../plain.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const later = now.add({ minutes: 5 })
const unreadable = {
  kind: 'unreadable',
  night: day('2026-11-21'),
  data: { title: '🌃' },
} as const

t.test('a notice stands until it is dismissed, and may be raised again', async t => {
  const { db } = await testDatabase(t)
  await raiseNotice(db, unreadable, now)
  t.same(plain(await readNotices(db)), plain([{ id: 1n, createdAt: now, ...unreadable }]))
  t.equal(await dismissNotice(db, 1n, later), true)
  t.same(await readNotices(db), [])
  t.equal(await dismissNotice(db, 1n, later), false, 'once is enough')
  t.equal(await dismissNotice(db, 99n, later), false)
  await raiseNotice(db, unreadable, later)
  t.same(
    (await readNotices(db)).map(({ createdAt }) => createdAt.toString()),
    [later.toString()],
  )
})

t.test('one open notice for each kind and night, or none: the last facts count', async t => {
  const { db } = await testDatabase(t)
  await raiseNotice(db, unreadable, now)
  await raiseNotice(db, { ...unreadable, kind: 'moved', data: null }, now)
  await raiseNotice(db, { ...unreadable, night: day('2026-11-22') }, now)
  await raiseNotice(db, { ...unreadable, data: { title: '?' } }, later)
  t.same(
    (await readNotices(db)).map(({ id, kind, data }) => [id, kind, data]),
    [
      [1n, 'unreadable', { title: '?' }],
      [3n, 'unreadable', { title: '🌃' }],
      [2n, 'moved', null],
    ],
    'the newest first',
  )

  const brake = { kind: 'reader-brake', night: null, data: null } as const
  await Promise.all([raiseNotice(db, brake, now), raiseNotice(db, brake, later)])
  t.equal((await readNotices(db)).filter(({ kind }) => kind === 'reader-brake').length, 1)
})

t.test('a state is raised once, and again after it was different', async t => {
  const { db } = await testDatabase(t)
  const open = async () => (await readNotices(db)).map(({ id, kind }) => `${id} ${kind}`)
  const close = (at = later) => closeNotices(db, ['reader-brake'], at)
  await raiseNotice(db, unreadable, now)
  await raiseStandingNotice(db, 'reader-brake', later)
  await raiseStandingNotice(db, 'reader-brake', later)
  t.same(await open(), ['2 reader-brake', '1 unreadable'])
  await dismissNotice(db, 2n, later)
  await raiseStandingNotice(db, 'reader-brake', later)
  t.same(await open(), ['1 unreadable'], 'read and dismissed, it is quiet while it lasts')
  await raiseStandingNotice(db, 'calendar-lost', later.add({ seconds: 1 }))
  t.matchOnly(await open(), [/calendar-lost/, /unreadable/], 'another one is not')

  await close()
  await raiseStandingNotice(db, 'reader-brake', later.add({ seconds: 2 }))
  t.matchOnly(
    await open(),
    [/reader-brake/, /calendar-lost/, /unreadable/],
    'it was gone, and is back',
  )
  await close()
  t.matchOnly(await open(), [/calendar-lost/, /unreadable/])
})

t.test('notices about a night are closed when the night is decided', async t => {
  const { db } = await testDatabase(t)
  await raiseNotice(db, unreadable, now)
  await raiseNotice(db, { ...unreadable, night: day('2026-11-22') }, now)
  await raiseNotice(db, { kind: 'reader-brake', night: null, data: null }, now)
  await closeNoticesOf(db, [day('2026-11-21'), day('2026-11-23')], later)
  await closeNoticesOf(db, [], later)
  t.same(
    (await readNotices(db)).map(({ id }) => id),
    [3n, 2n],
  )
})
