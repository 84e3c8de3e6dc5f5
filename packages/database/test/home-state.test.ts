import {
  announceChannel,
  claimWork,
  confirmChannel,
  failWork,
  parseSecretKeys,
  raiseNotice,
  readCalendar,
  readChannels,
  readHomeState,
  readNights,
  readNotices,
  readParents,
  readPulse,
  readSettings,
  readToken,
  readWork,
  requestWork,
  saveCalendar,
  saveDisconnection,
  saveNights,
  saveSettings,
  saveToken,
  seedHousehold,
  transaction,
  type Database,
} from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import t from 'tap'
import { firstValues } from './household.ts'
import { planned } from './nights.ts'

const keys = parseSecretKeys([Buffer.alloc(32, 7).toString('base64')])
const at = Temporal.Instant.from('2026-11-20T19:00:00.123456Z')
const night = Temporal.PlainDate.from('2026-11-24')

const day = { from: night, to: night }

/** The state as somebody reads it who knows none yet. */
async function read(db: Database) {
  const { state } = await readHomeState(db, { shown: day, next: day, known: null })
  if (state === null) throw new Error('Nobody can know this state yet.')
  return state
}

/** As text: assertion libraries cannot tell two instants apart. */
const plain = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(value, (_key, each: unknown) =>
          typeof each === 'bigint' ? `${each}n` : each,
        ),
      )

t.test('it is what the single reads say, of a household that has everything', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, { ...firstValues, weekdaysAway: { b: [3, 5] } })
  const calendarId = 'family'
  await transaction(db, async trx => {
    await saveSettings(trx, { ...(await readSettings(trx)), countFrom: night })
    await saveCalendar(trx, { calendarId, calendarName: 'Family' })
    await saveToken(trx, keys, {
      accessToken: 'access',
      refreshToken: 'refresh',
      tokenType: 'Bearer',
      expiry: at,
      scope: ['openid', 'email'],
      accountEmail: 'alex@example.com',
      accountSubject: '1',
    })
    await raiseNotice(trx, { kind: 'moved', night, data: { title: 'Alex' } }, at)
    await raiseNotice(trx, { kind: 'reader-brake', night: null, data: null }, at)
    await requestWork(trx, 'pull')
    await requestWork(trx, 'push')
    await saveDisconnection(trx, { askedAt: at, calendarName: 'Family' })
    for (const [channelId, of] of [
      ['one', calendarId],
      ['two', 'another'],
    ] as const)
      await announceChannel(trx, { channelId, calendarId: of, tokenHash: channelId, address: 'x' })
    await confirmChannel(trx, 'one', { resourceId: 'r', expiration: at })
  })
  await transaction(db, trx => requestWork(trx, 'publish'))
  for (const kind of ['push', 'publish'] as const) {
    const claim = await claimWork(db, kind, { leaseSeconds: 60 })
    if (claim) await failWork(db, claim, { error: 'It is away.', retryAfterSeconds: 60 })
  }

  const state = await read(db)
  t.equal(state.revision, (await readPulse(db, [])).revision)
  t.same(plain(state.settings), plain(await readSettings(db)))
  t.same(plain(state.parents), plain(await readParents(db)))
  t.equal(state.calendarName, (await readCalendar(db))?.calendarName)
  const work = (await readWork(db)).filter(({ kind }) => kind !== 'pull')
  t.same(plain(state.work), plain(work.map(({ running: _running, ...each }) => each)))
  t.same(plain(state.notices), plain(await readNotices(db)))
  t.same(plain(state.openToken(keys)), plain(await readToken(db, keys)))
  t.same(
    plain(state.channels),
    plain(
      (await readChannels(db, calendarId)).map(channel => ({
        state: channel.state,
        expiration: channel.expiration,
      })),
    ),
  )
  t.equal(state.disconnecting, true)
})

t.test('it is what the single reads say, of a new household', async t => {
  const { db } = await testDatabase(t)
  await t.rejects(read(db), /no settings yet/)
  await seedHousehold(db, firstValues)
  const { openToken, ...state } = await read(db)
  t.equal(openToken(keys), undefined)
  t.same(plain(state.settings), plain(await readSettings(db)))
  t.same(
    [state.calendarName, state.channels, state.work, state.notices, state.disconnecting],
    [null, [], [], [], false],
  )
})

/** Nights of one November. */
const range = (from: number, to: number) => ({
  from: Temporal.PlainDate.from({ year: 2026, month: 11, day: from }),
  to: Temporal.PlainDate.from({ year: 2026, month: 11, day: to }),
})

t.test('the nights are those of both ranges, each once and as they are stored', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  const nightly = Array.from({ length: 30 }, (_, index) =>
    planned(`2026-11-${String(index + 1).padStart(2, '0')}`, index % 2 === 0 ? 'a' : 'b'),
  )
  await transaction(db, trx => saveNights(trx, nightly, night))
  const stored = await readNights(db, range(1, 30).from, range(1, 30).to)
  for (const [shown, next, days] of [
    [range(3, 5), range(4, 4), [3, 4, 5]],
    [range(20, 21), range(2, 3), [2, 3, 20, 21]],
  ] as const) {
    const { state } = await readHomeState(db, { shown, next, known: null })
    const expected = stored.filter(each => days.some(of => of === each.night.day))
    const shownOnly = expected.map(
      ({ createdAt: _created, updatedAt: _updated, revision: _revision, ...each }) => each,
    )
    t.same(plain(state?.nights), plain(shownOnly))
  }
})

t.test('open nights are among them however far ahead, and not when they are over', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  const open = { caregiver: null, reason: null }
  const nights = ['2026-11-02', '2026-11-10', '2027-03-01'].map(date => ({
    ...planned(date, 'a'),
    ...open,
  }))
  await transaction(db, trx => saveNights(trx, nights, night))
  const asked = { shown: range(20, 21), next: range(5, 6) }
  const { state } = await readHomeState(db, { ...asked, known: null })
  t.same(
    state?.nights.map(({ night: date }) => date.toString()),
    ['2026-11-10', '2027-03-01'],
  )
})

t.test('who knows the digest is not told again, until something is another', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  const asked = { shown: day, next: day }
  const first = await readHomeState(db, { ...asked, known: null })
  const again = await readHomeState(db, { ...asked, known: first.digest })
  t.same([again.digest, again.state], [first.digest, null])
  await requestWork(db, 'pull')
  const other = await readHomeState(db, { ...asked, known: first.digest })
  t.equal(other.state, null, 'what no page says')
  t.not(other.snapshot, again.snapshot, 'though something was written')
  await transaction(db, trx => saveNights(trx, [planned('2026-11-24', 'a')], night))
  const changed = await readHomeState(db, { ...asked, known: first.digest })
  t.not(changed.digest, first.digest)
  t.equal(changed.state?.nights.length, 1)
})
