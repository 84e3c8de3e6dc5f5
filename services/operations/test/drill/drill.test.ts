import { readChannels, readNotices } from '@night-routine/database/calendar'
import { readJobRequests } from '@night-routine/database/jobs'
import t from 'tap'
import { lostHousehold } from './lost-household.ts'

const withEdit = (lines: readonly string[], of: RegExp, by: string) =>
  lines.map(line => (of.test(line) ? by : line))

// The other tests run the jobs in order.
const orders = process.env['LONG_TESTS'] === undefined ? [true] : [true, false]

for (const reversed of orders)
  t.test(`the drill, jobs run ${reversed ? 'in reverse order' : 'in order'}`, async t => {
    const household = await lostHousehold(t)
    const { db, edit, change, wait, waitUntilIdle, read, nights, titles } = household

    t.comment('three past nights, a babysitter, and a locked night')
    await wait({ hours: 72 })
    await change(household.booking('2026-11-25', 'Dana Ünal 🌙'))
    await change(household.giving('2026-11-26', 'a'))
    await waitUntilIdle()
    const before = await household.history()
    const oldChannels = await readChannels(db)
    t.match(oldChannels, [{ state: 'live' }])
    const manifest = await household.backUp()
    t.match(Object.fromEntries(manifest.tables.map(({ table, rows }) => [table, rows])), {
      'public.parents': 2,
      'public.assignments': 11,
      'public.oauth_token': 1,
    })

    t.comment('two days pass: the parents book, unlock, give, edit the calendar, and go away')
    await change(household.booking('2026-11-27', 'Kim'))
    await change(household.unlocking('2026-11-26'))
    await edit('2026-11-28', { summary: '[Mo] 🌃👶Routine' })
    await edit('2026-11-25', { location: 'at home' })
    await read()
    await household.bothAwayAndBack('2026-11-30')
    await wait({ hours: 48 })
    await change(household.giving('2026-12-01', 'b'))
    await change(household.giving('2026-11-24', 'b'))
    await waitUntilIdle()
    const known = { nights: await nights(), titles: await titles() }
    t.match(known.nights, ['2026-11-20 a', '2026-11-21 b'])
    t.ok(known.nights.includes('2026-11-28 Mo (locked)'))
    t.ok(known.nights.includes('2026-11-24 b (locked)'), 'a past night')
    const past = await household.past()
    t.equal(past.length, 5)

    t.comment('when the disk fails, two edits are not read yet: a name, and a removed event')
    await edit('2026-11-29', { summary: '[Nils]' })
    await household.remove('2026-12-02')
    const { grant } = household
    const granted = await grant()
    await household.loseAndRestore()
    t.same(await grant(), granted, 'the same keys decrypt the grant')
    t.same((await household.history()).slice(0, before.length), before, 'the history is complete')
    await waitUntilIdle({ reversed })

    t.same(
      await nights(),
      withEdit(known.nights, /^2026-11-29/, '2026-11-29 Nils (locked)'),
      'every night is as before, or as edited since then',
    )
    t.same(
      await titles(),
      withEdit(known.titles, /^2026-11-29/, '2026-11-29 [Nils] 🌃👶Routine'),
      'one event per night, no duplicates, none missing',
    )
    const notices = (await readNotices(db)).map(({ kind, night, data }) =>
      JSON.stringify([kind, night, data]),
    )
    t.same(notices.toSorted(), [
      '["removed-again","2026-12-02",null]',
      '["restored",null,{"on":"2026-11-23"}]',
    ])
    t.same(await household.past(), past, 'the past is unchanged')
    t.match(
      (await readChannels(db)).map(({ channelId, state }) => ({ channelId, state })),
      [{ state: 'live' }],
      'one live channel',
    )
    t.not((await readChannels(db))[0]?.channelId, oldChannels[0]?.channelId, 'it is a new one')

    t.same(await household.writesOf(read), [], 'another read causes no write')
    t.same(
      (await readJobRequests(db)).filter(work => work.requestNumber > work.doneNumber),
      [],
    )
    await wait({ hours: 24 })
    t.equal(
      (await titles()).length,
      known.titles.length + 1,
      'a booking after the restore is written',
    )
  })

t.test('restores a backup that is older than the past limit', async t => {
  const household = await lostHousehold(t)
  const { change, wait, waitUntilIdle, nights, titles } = household
  await household.backUp()
  await change(household.booking('2026-11-22', 'Dana'))
  await change(household.giving('2026-11-23', 'a'))
  await waitUntilIdle()
  await wait({ hours: 12 * 24 })
  const known = { nights: await nights(), titles: await titles(), past: await household.past() }
  await household.loseAndRestore()
  await waitUntilIdle()
  t.same(await nights(), known.nights, 'old nights are as they were done')
  t.same(await titles(), known.titles)
  t.same(await household.past(), known.past)
})

t.test('writes nothing if nothing has changed', async t => {
  const household = await lostHousehold(t)
  await household.wait({ hours: 48 })
  await household.backUp()
  const known = { nights: await household.nights(), history: await household.history() }
  await household.loseAndRestore()
  t.same(await household.writesOf(() => household.waitUntilIdle()), [])
  t.same(await household.nights(), known.nights)
  t.same(await household.history(), known.history)
})

t.test('writes nothing to the calendar before it has been read', async t => {
  const household = await lostHousehold(t)
  const { change, waitUntilIdle, run } = household
  await household.backUp()
  await change(household.booking('2026-11-25', 'Kim'))
  await waitUntilIdle()
  const titles = await household.titles()
  await household.loseAndRestore()
  t.comment('a parent books another babysitter before the worker has read the calendar')
  await change(household.booking('2026-11-26', 'Dana'))
  await run('plan')
  t.same(await household.writesOf(() => run('push')), [])
  t.same(await household.titles(), titles)
  await waitUntilIdle()
  t.ok((await household.nights()).includes('2026-11-25 Kim (locked)'), 'restored from the calendar')
  t.ok((await household.nights()).includes('2026-11-26 Dana (locked)'), 'the new booking stays')
})

t.test('works twice in a row', async t => {
  const household = await lostHousehold(t)
  await household.backUp()
  await household.change(household.booking('2026-11-25', 'Kim'))
  await household.waitUntilIdle()
  const known = await household.nights()
  await household.loseAndRestore()
  await household.waitUntilIdle()
  await household.backUp()
  await household.loseAndRestore()
  await household.waitUntilIdle()
  t.same(await household.nights(), known)
  const days = (await household.titles()).map(title => title.slice(0, 10))
  t.same(days, [...new Set(days)])
})
