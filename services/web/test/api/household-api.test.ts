import { raiseNotice } from '@night-routine/database/calendar'
import { readJobRequests } from '@night-routine/database/jobs'
import t from 'tap'
import { plannedHousehold } from '../planned-household.ts'
import { Program, tokenFor } from '../program.ts'

t.test('the household as JSON', async t => {
  const { web, db, alex, today, mine, stored, pushes } = await plannedHousehold(t)
  const program = new Program(web, await tokenFor(alex, 'write'))
  const reader = new Program(web, await tokenFor(alex, 'read'))
  const read = async (path: string) => (await reader.get(path)).json()
  const post = async (path: string, body?: object) => (await program.post(path, body)).json()
  type Send = (body: object) => ReturnType<Program['post']>
  /** Each of these bodies is refused, for this field. */
  async function refuses(send: Send, rows: readonly (readonly [body: object, field: string])[]) {
    for (const [body, field] of rows) {
      const refused = await send(body)
      t.same([refused.statusCode, refused.json().field], [400, field], JSON.stringify(body))
    }
  }

  await t.test('the balance is that of the statistics', async t => {
    const balance = await read('/api/balance?from=2026-11&to=2026-12')
    t.match(balance, {
      names: { a: 'Alex', b: 'Robin' },
      share: { a: 50, b: 50 },
      so_far: null,
      this_year: null,
      last_year: null,
      months: [{ period: 'month', month: '2026-11', status: 'planned' }, { month: '2026-12' }],
    })
    const { nights, balance: lead } = balance.with_plan
    t.equal(nights.a + nights.b + nights.babysitter, 30)
    t.equal(lead, nights.a - nights.b)
    t.equal(balance.months.at(-1).balance, lead)
    const csv = (await alex.get('/statistics.csv?order=oldest&from=2026-11&to=2026-12')).body
    for (const { month, nights: own } of balance.months)
      t.match(csv, new RegExp(`^${month},${own.a},${own.b},`, 'm'))
    t.match(await reader.get('/api/balance?from=2026-13'), { statusCode: 400 })
  })

  await t.test('the history comes in pages, with the nights of each change', async t => {
    const given = await post(`/api/nights/${mine.id}/give`, { to: 'b' })
    for (let count = 0; count < 20; count += 1)
      await post(`/api/nights/${mine.id}/weight`, { weight: count % 2 === 0 ? 2 : 1 })
    const first = await read('/api/history')
    t.equal(first.changes.length, 20)
    const second = await read(`/api/history?before=${first.older}`)
    const found = second.changes.find((one: { change: string }) => one.change === given.change)
    t.match(found, { what: /^You gave Robin /, undo: given.change })
    t.match(found.nights[0], {
      date: mine.night.toString(),
      before: { kind: 'parent', name: 'Alex', override: false },
      after: { kind: 'parent', name: 'Robin', override: true },
    })
    t.ok((await read(`/api/history?night=${mine.night.toString()}`)).changes.length > 0)
    t.equal((await reader.get('/api/history?night=x')).statusCode, 400)
    t.equal((await reader.get('/api/history?before=x')).statusCode, 400)
    await post(`/api/changes/${given.change}/undo`)
  })

  const add = (body: object) => post('/api/absences', body)

  await t.test('absences of both kinds are added, listed and removed', async t => {
    const [from, to] = [today.add({ days: 3 }).toString(), today.add({ days: 5 }).toString()]
    const added = await add({ parent: 'a', from, to })
    t.match(added, { repeats: false, change: /-/ })
    t.match(await add({ parent: 'a', from, to }), { id: added.id, change: null })
    const single = await add({ parent: 'b', from: to })
    const repeating = await add({ parent: 'b', from, weekdays: [2, 4], every_weeks: 2 })
    t.match(repeating, { repeats: true })
    const rostered = { parent: 'a', from: to, cycle: [4, 2] }
    const roster = await add(rostered)
    t.same(await read('/api/absences'), {
      absences: [
        { id: added.id, parent: 'a', from, to },
        { id: single.id, parent: 'b', from: to, to },
      ],
      repeating: [
        {
          id: repeating.id,
          parent: 'b',
          weekdays: [2, 4],
          every_weeks: 2,
          cycle: null,
          from,
          to: null,
        },
        { id: roster.id, weekdays: [], every_weeks: 1, ...rostered, to: null },
      ],
      calendars: [],
    })
    await refuses(
      body => program.post('/api/absences', body),
      [
        [{ parent: 'a', from: 'x' }, 'from'],
        [{ parent: 'a', from: to, to: from }, 'to'],
        [{ parent: 'c', from }, 'parent'],
        [{ parent: 'a', from, weekdays: [9] }, 'weekdays'],
        [{ parent: 'a', from, weekdays: [1], every_weeks: 9 }, 'every_weeks'],
        [{ parent: 'a', from, weekdays: [1], cycle: [4, 2] }, 'cycle'],
        [{ parent: 'a', from, cycle: [] }, 'cycle'],
      ],
    )
    for (const path of [
      `/api/absences/${added.id}`,
      `/api/absences/${single.id}`,
      `/api/repeating-absences/${repeating.id}`,
      `/api/repeating-absences/${roster.id}`,
    ]) {
      t.type((await program.delete(path)).json().change, 'string')
      t.equal((await program.delete(path)).json().change, null, 'again')
    }
    t.same(await read('/api/absences'), { absences: [], repeating: [], calendars: [] })
  })

  await t.test('absences come from a calendar of the account', async t => {
    await refuses(
      body => program.post('/api/absence-calendars', body),
      [
        [{}, 'calendar'],
        [{ calendar: 'x', address: 'https://example.com' }, 'calendar'],
        [{ calendar: 'nowhere' }, 'calendar'],
        [{ address: 'no address' }, 'address'],
      ],
    )
    const [own] = await web.emulator.control.calendars()
    const added = await program.post('/api/absence-calendars', { calendar: own?.id })
    t.equal(added.statusCode, 200, added.body)
    const [source] = (await read('/api/absences')).calendars
    t.match(source, { parent: 'a', state: 'read' })
    const removed = await program.delete(`/api/absence-calendars/${source.id}`)
    t.type(removed.json().change, 'string')
    t.same((await read('/api/absences')).calendars, [])
  })

  const patch = (settings: object, more = {}) =>
    program.patch('/api/settings', { settings, ...more })

  await t.test('settings are read by name and changed, all or none', async t => {
    const before = await read('/api/settings')
    t.match(before.settings, {
      'parents.a.name': 'Alex',
      share: 50,
      publish: false,
      timeZone: 'Europe/Paris',
      countFrom: null,
      weekdayWeights: [1, 1, 1, 1, 1, 1, 1],
    })
    const wanted = {
      'parents.a.name': 'Alexandra',
      'parents.b.ratherNotWeekdays': [3],
      share: 60,
      lookAheadDays: 20,
      countFrom: '2026-11-01',
      weekdayWeights: [1, 1, 1, 1, 1.5, 1.5, 1],
      dayTurnsAtHour: 5,
      publishNames: 'initials',
      weekStart: 7,
    }
    const changed = await patch(wanted, { seen: before.seen })
    t.equal(changed.statusCode, 200, changed.body)
    const after = await read('/api/settings')
    t.same(after.settings, { ...before.settings, ...wanted })
    t.match(changed.json(), { ...after, change: /-/ })
    t.equal((await patch({ share: 50 }, { seen: before.seen })).statusCode, 409)
    await refuses(patch, [
      [{ share: 51 }, 'share'],
      [{ lookAheadDays: '1e2' }, 'lookAheadDays'],
      [{ share: 50, installation: 'x' }, 'installation'],
      [{ 'parents.b.name': 'Alexandra' }, 'parents.b.name'],
      [{ timeZone: 'Mars' }, 'timeZone'],
    ])
    t.same(await read('/api/settings'), after)
    t.match((await patch({ share: 60 })).json(), { change: null })
  })

  const change = (body: object) => program.patch('/api/you', body)

  await t.test('a person reads and changes what is theirs', async t => {
    const before = await read('/api/you')
    const none = { reminder_at: null, changes: false, channels: [], quiet: null }
    t.same(before, { email: 'alex@example.com', parent: 'a', language: null, ...none })
    const french = await change({ language: 'fr' })
    t.same(french.json(), { ...before, language: 'fr' }, 'and nothing else')
    const wanted = {
      reminder_at: '18:15',
      channels: ['push'],
      quiet: { from: '22:00', to: '07:00' },
    }
    t.match((await change({ language: null, ...wanted })).json(), wanted)
    await refuses(change, [
      [{ reminder_at: '23:00' }, 'reminder_at'],
      [{ reminder_at: 'later' }, 'reminder_at'],
      [{ channels: [] }, 'channels'],
      [{ parent: null, changes: true }, 'parent'],
      [{ quiet: { from: '22:00', to: '22:00' } }, 'quiet'],
      [{ language: 'xx' }, 'language'],
    ])
    t.same(await read('/api/you'), { ...before, ...wanted })
  })

  await t.test('notices are listed, answered and dismissed', async t => {
    const now = web.clock.now()
    const data = { asked: 'Robyn', parent: 'b' }
    await raiseNotice(db, { kind: 'near-name', night: mine.night, data }, now)
    await raiseNotice(db, { kind: 'reader-brake', night: null, data: null }, now)
    const { notices } = await read('/api/notices')
    const question = notices.find((one: { asks: unknown }) => one.asks !== null)
    const brake = notices.find((one: { put_back: boolean }) => one.put_back)
    t.match(question.asks, { parent: 'Robin', babysitter: 'Robyn' })
    const answer = () => post(`/api/notices/${question.id}/answer`, { answer: 'parent' })
    t.type((await answer()).change, 'string')
    t.equal((await answer()).change, null, 'again')
    t.match(await stored(mine), { caregiver: 'b', override: true })
    const dismiss = () => post(`/api/notices/${brake.id}/dismiss`)
    t.same([await dismiss(), await dismiss()], [{ dismissed: true }, { dismissed: false }])
    t.same(await read('/api/notices'), { notices: [] })
    t.equal((await program.post('/api/notices/x/dismiss')).statusCode, 404)
    t.equal((await program.post('/api/notices/put-back')).statusCode, 200)
  })

  await t.test('a sync is asked for, and the status says how it stands', async t => {
    const before = await pushes()
    t.same(await post('/api/sync'), { requested: ['pull', 'push'] })
    t.ok((await pushes()) > before)
    const pulls = (await readJobRequests(db)).find(({ kind }) => kind === 'pull')
    t.ok(pulls && pulls.requestNumber > pulls.doneNumber)
    t.match(await read('/api/status'), { revision: /./, tone: /./, text: /./ })
  })

  const setPassword = (password: string | null) =>
    program.send({ method: 'PUT', url: '/api/site/password', payload: { password } })

  await t.test('the published site: nothing to do without one, and its password', async t => {
    t.same(await post('/api/site/take-down'), { done: false })
    t.same(await post('/api/site/new-address'), { done: false })
    t.same((await setPassword('long enough')).json(), { done: true })
    t.same((await setPassword(null)).json(), { done: true })
    const short = await setPassword('short')
    t.same([short.statusCode, short.json().field], [400, 'password'])
  })
})
