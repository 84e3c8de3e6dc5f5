import { raiseNotice } from '@night-routine/database/calendar'
import { readJobRequests } from '@night-routine/database/jobs'
import t from 'tap'
import { apiHousehold } from './api-household.ts'

t.test('the balance is that of the statistics', async t => {
  const { reader, alex } = await apiHousehold(t)
  const balance = (await reader.get('/api/balance?from=2026-11&to=2026-12')).json()
  t.match(balance, {
    names: { a: 'Alex', b: 'Robin' },
    share: { a: 50, b: 50 },
    so_far: null,
    months: [{ period: 'month', month: '2026-11', status: 'planned' }, { month: '2026-12' }],
  })
  const { nights, balance: lead } = balance.with_plan
  t.equal(nights.a + nights.b + nights.babysitter, 30)
  t.equal(lead, nights.a - nights.b)
  t.equal(balance.months.at(-1).balance, lead)
  const csv = (await alex.get('/statistics.csv?order=oldest&from=2026-11&to=2026-12')).body
  for (const { month, nights: own } of balance.months)
    t.match(csv, new RegExp(`^${month},${own.a},${own.b},`, 'm'))
  const wrong = await reader.get('/api/balance?from=2026-13')
  t.same([wrong.statusCode, wrong.json().field], [400, 'from'])
})

t.test('the history comes in pages, with the nights of each change', async t => {
  const { program, reader, mine } = await apiHousehold(t)
  const given = (await program.post(`/api/nights/${mine.id}/give`, { to: 'b' })).json()
  for (let weight = 0; weight < 24; weight += 1)
    await program.post(`/api/nights/${mine.id}/weight`, { weight: weight % 2 === 0 ? 2 : 1 })
  const first = (await reader.get('/api/history')).json()
  t.equal(first.changes.length, 20)
  const second = (await reader.get(`/api/history?before=${first.older}`)).json()
  const found = second.changes.find((one: { change: string }) => one.change === given.change)
  t.match(found, { what: /^You gave Robin /, undo: given.change })
  t.match(found.nights[0], {
    date: mine.night.toString(),
    before: { kind: 'parent', name: 'Alex', override: false },
    after: { kind: 'parent', name: 'Robin', override: true },
  })
  const ofNight = (await reader.get(`/api/history?night=${mine.night.toString()}`)).json()
  t.ok(ofNight.changes.length > 0)
  t.equal((await reader.get('/api/history?night=x')).statusCode, 400)
  t.equal((await reader.get('/api/history?before=x')).statusCode, 400)
})

t.test('absences of both kinds are added, listed and removed', async t => {
  const { program, reader, today } = await apiHousehold(t)
  const [from, to] = [today.add({ days: 3 }).toString(), today.add({ days: 5 }).toString()]
  const added = await program.post('/api/absences', { parent: 'a', from, to })
  t.match(added.json(), { repeats: false, change: /-/ })
  const again = await program.post('/api/absences', { parent: 'a', from, to })
  t.match(again.json(), { id: added.json().id, change: null, changed_nights: [] })
  const single = await program.post('/api/absences', { parent: 'b', from: to })
  const repeating = await program.post('/api/absences', {
    parent: 'b',
    from,
    weekdays: [2, 4],
    every_weeks: 2,
  })
  t.match(repeating.json(), { repeats: true })
  const rostered = { parent: 'a', from: to, cycle: [4, 2] }
  const roster = await program.post('/api/absences', rostered)
  t.match(roster.json(), { repeats: true })
  t.same((await reader.get('/api/absences')).json(), {
    absences: [
      { id: added.json().id, parent: 'a', from, to },
      { id: single.json().id, parent: 'b', from: to, to },
    ],
    repeating: [
      {
        id: repeating.json().id,
        parent: 'b',
        weekdays: [2, 4],
        every_weeks: 2,
        cycle: null,
        from,
        to: null,
      },
      { id: roster.json().id, weekdays: [], every_weeks: 1, ...rostered, to: null },
    ],
    calendars: [],
  })
  for (const [body, field] of [
    [{ parent: 'a', from: 'x' }, 'from'],
    [{ parent: 'a', from: '0000-01-01', to, weekdays: [1] }, 'from'],
    [{ parent: 'a', from: to, to: from }, 'to'],
    [{ parent: 'c', from }, 'parent'],
    [{ parent: 'a', from, weekdays: [9] }, 'weekdays'],
    [{ parent: 'a', from, weekdays: [1], every_weeks: 9 }, 'every_weeks'],
    [{ parent: 'a', from, weekdays: [1], cycle: [4, 2] }, 'cycle'],
    [{ parent: 'a', from, cycle: [4] }, 'cycle'],
    [{ parent: 'a', from, cycle: [] }, 'cycle'],
  ] as const) {
    const refused = await program.post('/api/absences', body)
    t.same([refused.statusCode, refused.json().field], [400, field], JSON.stringify(body))
  }
  for (const path of [
    `/api/absences/${added.json().id}`,
    `/api/absences/${single.json().id}`,
    `/api/repeating-absences/${repeating.json().id}`,
    `/api/repeating-absences/${roster.json().id}`,
  ]) {
    t.type((await program.delete(path)).json().change, 'string')
    t.equal((await program.delete(path)).json().change, null, 'again')
  }
  t.same((await reader.get('/api/absences')).json(), { absences: [], repeating: [], calendars: [] })
})

t.test('absences come from a calendar of the account', async t => {
  const { program, reader, web } = await apiHousehold(t)
  for (const body of [{}, { calendar: 'x', address: 'https://example.com' }]) {
    const refused = await program.post('/api/absence-calendars', body)
    t.same([refused.statusCode, refused.json().field], [400, 'calendar'])
  }
  const address = await program.post('/api/absence-calendars', { address: 'no address' })
  t.same([address.statusCode, address.json().field], [400, 'address'])
  const unknown = await program.post('/api/absence-calendars', { calendar: 'nowhere' })
  t.same([unknown.statusCode, unknown.json().field], [400, 'calendar'])
  const [own] = await web.emulator.control.calendars()
  const added = await program.post('/api/absence-calendars', { calendar: own?.id })
  t.equal(added.statusCode, 200, added.body)
  const [source] = (await reader.get('/api/absences')).json().calendars
  t.match(source, { parent: 'a', state: 'read' })
  t.type((await program.delete(`/api/absence-calendars/${source.id}`)).json().change, 'string')
  t.same((await reader.get('/api/absences')).json().calendars, [])
})

t.test('settings are read by name and changed, all or none', async t => {
  const { program, reader } = await apiHousehold(t)
  const before = (await reader.get('/api/settings')).json()
  t.match(before.settings, {
    'parents.a.name': 'Alex',
    'parents.a.unavailableWeekdays': [],
    share: 50,
    lookAheadDays: 30,
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
  const changed = await program.patch('/api/settings', { settings: wanted, seen: before.seen })
  t.equal(changed.statusCode, 200, changed.body)
  const after = (await reader.get('/api/settings')).json()
  t.same(after.settings, { ...before.settings, ...wanted })
  t.match(changed.json(), { ...after, change: /-/ })
  const late = await program.patch('/api/settings', { settings: { share: 50 }, seen: before.seen })
  t.equal(late.statusCode, 409)
  for (const [settings, field] of [
    [{ share: 51 }, 'share'],
    [{ lookAheadDays: '1e2' }, 'lookAheadDays'],
    [{ share: 50, installation: 'x' }, 'installation'],
    [{ publish: 'yes' }, 'publish'],
    [{ 'parents.b.name': 'Alexandra' }, 'parents.b.name'],
    [{ 'parents.a.unavailableWeekdays': [8] }, 'parents.a.unavailableWeekdays'],
    [{ timeZone: 'Mars' }, 'timeZone'],
  ] as const) {
    const refused = await program.patch('/api/settings', { settings })
    t.same([refused.statusCode, refused.json().field], [400, field], JSON.stringify(settings))
  }
  t.same((await reader.get('/api/settings')).json(), after)
  t.match((await program.patch('/api/settings', { settings: { share: 60 } })).json(), {
    change: null,
  })
})

t.test('a person reads and changes what is theirs', async t => {
  const { program, reader } = await apiHousehold(t)
  const before = (await reader.get('/api/you')).json()
  const none = { reminder_at: null, changes: false, channels: [], quiet: null }
  t.same(before, { email: 'alex@example.com', parent: 'a', language: null, ...none })
  const french = await program.patch('/api/you', { language: 'fr' })
  t.same(french.json(), { ...before, language: 'fr' }, 'and nothing else')
  const wanted = {
    reminder_at: '18:15',
    channels: ['push'],
    quiet: { from: '22:00', to: '07:00' },
  }
  t.match((await program.patch('/api/you', { language: null, ...wanted })).json(), wanted)
  t.same((await reader.get('/api/you')).json(), { ...before, ...wanted })
  for (const [body, field] of [
    [{ reminder_at: '23:00' }, 'reminder_at'],
    [{ reminder_at: 'later' }, 'reminder_at'],
    [{ channels: [] }, 'channels'],
    [{ parent: null, changes: true }, 'parent'],
    [{ quiet: { from: '22:00', to: '22:00' } }, 'quiet'],
    [{ language: 'xx' }, 'language'],
  ] as const) {
    const refused = await program.patch('/api/you', body)
    t.same([refused.statusCode, refused.json().field], [400, field], JSON.stringify(body))
  }
  t.same((await reader.get('/api/you')).json(), { ...before, ...wanted })
})

t.test('notices are listed, answered and dismissed', async t => {
  const { program, reader, web, mine, stateOf } = await apiHousehold(t)
  const now = web.clock.now()
  const data = { asked: 'Robyn', parent: 'b' }
  await raiseNotice(web.db, { kind: 'near-name', night: mine.night, data }, now)
  await raiseNotice(web.db, { kind: 'reader-brake', night: null, data: null }, now)
  const { notices } = (await reader.get('/api/notices')).json()
  const question = notices.find((one: { asks: unknown }) => one.asks !== null)
  const brake = notices.find((one: { put_back: boolean }) => one.put_back)
  t.match(question.asks, { parent: 'Robin', babysitter: 'Robyn' })
  const answer = () => program.post(`/api/notices/${question.id}/answer`, { answer: 'parent' })
  t.type((await answer()).json().change, 'string')
  t.equal((await answer()).json().change, null, 'again')
  t.same(await stateOf(mine.id), ['b true'])
  const dismiss = () => program.post(`/api/notices/${brake.id}/dismiss`)
  t.same((await dismiss()).json(), { dismissed: true })
  t.same((await dismiss()).json(), { dismissed: false })
  t.same((await reader.get('/api/notices')).json(), { notices: [] })
  t.equal((await program.post('/api/notices/x/dismiss')).statusCode, 404)
  t.equal((await program.post('/api/notices/put-back')).statusCode, 200)
})

t.test('a sync is asked for, and the status says how it stands', async t => {
  const { program, reader, web, pushes } = await apiHousehold(t)
  const before = await pushes()
  t.same((await program.post('/api/sync')).json(), { requested: ['pull', 'push'] })
  t.ok(((await pushes()) ?? 0n) > (before ?? 0n))
  const pulls = (await readJobRequests(web.db)).find(({ kind }) => kind === 'pull')
  t.ok(pulls && pulls.requestNumber > pulls.doneNumber)
  t.match((await reader.get('/api/status')).json(), { revision: /./, tone: /./, text: /./ })
})

t.test(
  'the published site: nothing to do without one, and passwords that are long enough',
  async t => {
    const { program } = await apiHousehold(t)
    t.same((await program.post('/api/site/take-down')).json(), { done: false })
    t.same((await program.post('/api/site/new-address')).json(), { done: false })
    const set = (password: string | null) =>
      program.send({ method: 'PUT', url: '/api/site/password', payload: { password } })
    t.same((await set('long enough')).json(), { done: true })
    t.same((await set(null)).json(), { done: true })
    const short = await set('short')
    t.same([short.statusCode, short.json().field], [400, 'password'])
  },
)
