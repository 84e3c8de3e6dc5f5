import { readHistory } from '@night-routine/database/nights'
import t from 'tap'
import { Browser } from '../browser.ts'
import { apiHousehold } from './api-household.ts'

const at = (id: bigint, what: string) => `/api/nights/${id}/${what}`

t.test('lists the nights of a range with who, why, notes and weights', async t => {
  const { program, alex, reader, mine, today } = await apiHousehold(t)
  await program.post(`/api/nights/${mine.id}/lock`)
  await program.post(`/api/nights/${mine.id}/note`, { note: 'Bath first', shared: true })
  await program.post(`/api/nights/${mine.id}/weight`, { weight: 2 })
  const { nights } = (await reader.get('/api/nights')).json()
  t.equal(nights.length, 30)
  t.equal(nights[0].date, today.toString())
  const night = nights.find((one: { id: number }) => one.id === Number(mine.id))
  t.match(night, {
    date: mine.night.toString(),
    kind: 'parent',
    parent: 'a',
    name: 'Alex',
    override: true,
    decision_reason: 'Override',
    note: { text: 'Bath first', shared: true },
    weight: 2,
  })
  t.type(night.reason, 'string')
  t.same((await reader.get(`/api/nights/${mine.id}`)).json(), night)
  const date = mine.night.toString()
  const one = await alex.get(`/api/nights?from=${date}&to=${date}`)
  t.same(one.json(), { nights: [night] }, 'by session too')
})

t.test('400 days at most, in order, and dates that there are', async t => {
  const { reader } = await apiHousehold(t)
  const asked = async (query: string) => {
    const answer = await reader.get(`/api/nights?${query}`)
    return [answer.statusCode, answer.json().field]
  }
  t.same(await asked('from=2026-01-01&to=2027-02-04'), [200, undefined])
  t.same(await asked('from=2026-01-01&to=2027-02-05'), [400, 'to'])
  t.same(await asked('from=2026-01-02&to=2026-01-01'), [400, 'to'])
  t.same(await asked('from=2026-02-30'), [400, 'from'])
  t.same(await asked('from='), [400, 'from'])
  t.equal((await reader.get('/api/nights/999999')).statusCode, 404)
  t.equal((await reader.get('/api/nights/x')).statusCode, 404)
})

t.test('gives, locks, unlocks, swaps, books and undoes as the pages do', async t => {
  const { program, web, mine, theirs, stateOf } = await apiHousehold(t)
  const before = await stateOf(mine.id, theirs.id)
  t.same(before, ['a false', 'b false'])

  const given = await program.post(at(mine.id, 'give'), { to: 'b' })
  t.equal(given.statusCode, 200)
  t.match(given.json(), { night: { id: Number(mine.id), parent: 'b', override: true } })
  t.ok(given.json().changed_nights.includes(mine.night.toString()))
  const [entry] = await readHistory(web.db, { night: mine.night, limit: 1 })
  t.match(entry, { action: 'night-given', actor: 'alex@example.com', change: given.json().change })
  t.same((await program.post(at(mine.id, 'give'), { to: 'b' })).json(), given.json(), 'again')

  const undone = await program.post(at(mine.id, 'undo'))
  t.match(undone.json(), { restored: [mine.night.toString()] })
  t.same(await stateOf(mine.id, theirs.id), before)
  t.same((await program.post(at(mine.id, 'undo'))).json(), undone.json(), 'again')

  t.match((await program.post(at(mine.id, 'lock'))).json(), { night: { override: true } })
  t.same((await program.post(at(mine.id, 'lock'))).json().change, null)
  t.match((await program.post(at(mine.id, 'unlock'))).json(), { night: { override: false } })

  const swapped = await program.post(at(mine.id, 'swap'), { with: Number(theirs.id) })
  t.match(swapped.json(), { night: { parent: 'b', override: true } })
  t.same(await stateOf(mine.id, theirs.id), ['b true', 'a true'])
  const back = await program.post(`/api/changes/${swapped.json().change}/undo`)
  t.equal(back.json().restored.length, 2)

  const booked = await program.post(at(theirs.id, 'babysitter'), { name: 'Maria' })
  t.match(booked.json(), { night: { kind: 'babysitter', parent: null, name: 'Maria' } })
  await program.post(at(mine.id, 'lock'))
  t.match((await program.post(at(theirs.id, 'undo'))).json(), {
    restored: [theirs.night.toString()],
  })
  t.match((await stateOf(mine.id))[0], / true$/, 'only of that night')
  t.match((await program.post('/api/changes/last/undo')).json(), {
    restored: [mine.night.toString()],
  })
})

t.test('the last change of a night may be its note or weight', async t => {
  const { program, reader, mine } = await apiHousehold(t)
  const shown = async () => (await reader.get(`/api/nights/${mine.id}`)).json()
  await program.post(at(mine.id, 'weight'), { weight: 2 })
  await program.post(at(mine.id, 'note'), { note: 'Bath' })
  await program.post(at(mine.id, 'undo'))
  t.match(await shown(), { note: null, weight: 2 })
  const removed = await program.post(at(mine.id, 'note'), { note: '' })
  t.match(removed.json(), { change: null, changed_nights: [], night: { note: null } })
})

t.test('refuses with a status, the field of the request and a sentence', async t => {
  const { program, reader, mine, contents } = await apiHousehold(t)
  const before = await contents()
  for (const [path, body, status, field] of [
    [`/api/nights/${mine.id}/give`, { to: 'c' }, 400, 'to'],
    [`/api/nights/${mine.id}/give`, {}, 400, 'to'],
    [`/api/nights/${mine.id}/give`, { to: 'a', more: 1 }, 400, 'more'],
    [`/api/nights/999999/give`, { to: 'a' }, 404, 'id'],
    [`/api/nights/${mine.id}/swap`, { with: 999_999 }, 404, 'with'],
    [`/api/nights/${mine.id}/swap`, { with: Number(mine.id) }, 400, 'with'],
    [`/api/nights/${mine.id}/babysitter`, { name: 'Alexx' }, 400, 'name'],
    [`/api/nights/${mine.id}/weight`, { weight: 7 }, 400, 'weight'],
    [`/api/nights/${mine.id}/note`, { note: 'x'.repeat(201) }, 400, 'note'],
    [`/api/nights/${mine.id}/unlock`, undefined, 400, 'id'],
    [`/api/nights/${mine.id}/undo`, undefined, 400, 'change'],
    ['/api/nights/999999/undo', undefined, 404, 'id'],
    ['/api/changes/x/undo', undefined, 400, 'change'],
  ] as const) {
    const answer = await program.post(path, body)
    const problem = answer.json()
    t.same([answer.statusCode, problem.field], [status, field], `${path} ${JSON.stringify(body)}`)
    t.match(answer.headers['content-type'], 'application/problem+json')
    t.match(problem, { type: 'about:blank', status, title: /^[A-Z]/, detail: /[.?]$/ })
  }
  t.equal((await reader.post(`/api/nights/${mine.id}/lock`)).statusCode, 403)
  t.equal(await contents(), before)
})

t.test('unknown addresses and methods below /api are problems too', async t => {
  const { web } = await apiHousehold(t)
  const browser = new Browser(web)
  const nowhere = await browser.get('/api/nowhere')
  t.equal(nowhere.statusCode, 404)
  t.match(nowhere.json(), { title: 'Not Found', detail: 'There is nothing at this address.' })
  const method = await browser.delete('/api/nights')
  t.equal(method.statusCode, 405)
  t.match(method.json(), { title: 'Method Not Allowed', status: 405 })
  t.same((await browser.delete('/api/assignment-details')).json(), {
    error: 'This address doesn’t accept DELETE.',
  })
})
