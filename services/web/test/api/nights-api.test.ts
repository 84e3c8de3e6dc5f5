import { readHistory, readNightWeights } from '@night-routine/database/nights'
import t from 'tap'
import { Browser } from '../browser.ts'
import { plannedHousehold } from '../planned-household.ts'
import { Program, tokenFor } from '../program.ts'

t.test('the nights as JSON', async t => {
  const { web, db, alex, today, mine, theirs, stored, contents } = await plannedHousehold(t)
  const program = new Program(web, await tokenFor(alex, 'write'))
  const reader = new Program(web, await tokenFor(alex, 'read'))
  const post = async (what: string, body?: object, of = mine) =>
    (await program.post(`/api/nights/${of.id}/${what}`, body)).json()
  const state = async () =>
    (await Promise.all([mine, theirs].map(stored))).map(
      night => `${night?.babysitter?.name ?? night?.caregiver} ${night?.override}`,
    )

  await t.test('lists the nights of a range with who, why, notes and weights', async t => {
    await post('lock')
    await post('note', { note: 'Bath first', shared: true })
    await post('weight', { weight: 2 })
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
    t.match(await post('undo'), { restored: [date] }, 'the weight')
    t.match((await reader.get(`/api/nights/${mine.id}`)).json(), { weight: 1, note: {} })
    for (const usual of [1, null]) {
      await post('weight', { weight: 3 })
      t.match(await post('weight', { weight: usual }), { night: { weight: 1 } })
      t.same(await readNightWeights(db), [], 'as its weekday')
    }
    t.match(await post('note', { note: '' }), { night: { note: null } })
    await post('unlock')
  })

  await t.test('400 days at most, in order, and dates that there are', async t => {
    for (const [query, ...expected] of [
      ['from=2026-01-01&to=2027-02-04', 200, undefined],
      ['from=2026-01-01&to=2027-02-05', 400, 'to'],
      ['from=2026-01-02&to=2026-01-01', 400, 'to'],
      ['from=2026-02-30', 400, 'from'],
      ['from=', 400, 'from'],
    ] as const) {
      const answer = await reader.get(`/api/nights?${query}`)
      t.same([answer.statusCode, answer.json().field], expected, query)
    }
    t.equal((await reader.get('/api/nights/999999')).statusCode, 404)
    t.equal((await reader.get('/api/nights/x')).statusCode, 404)
  })

  await t.test('gives, locks, unlocks, swaps, books and undoes as the pages do', async t => {
    const before = await state()
    t.same(before, ['a false', 'b false'])
    const given = await post('give', { to: 'b' })
    t.match(given, { night: { id: Number(mine.id), parent: 'b', override: true } })
    t.ok(given.changed_nights.includes(mine.night.toString()))
    const [entry] = await readHistory(db, { night: mine.night, limit: 1 })
    t.match(entry, { action: 'night-given', actor: 'alex@example.com', change: given.change })
    t.same(await post('give', { to: 'b' }), given, 'again')
    const undone = await post('undo')
    t.match(undone, { restored: [mine.night.toString()] })
    t.same(await state(), before)
    t.same(await post('undo'), undone, 'again')
    t.match(await post('lock'), { night: { override: true } })
    t.match(await post('unlock'), { night: { override: false } })
    const swapped = await post('swap', { with: Number(theirs.id) })
    t.match(swapped, { night: { parent: 'b', override: true } })
    t.same(await state(), ['b true', 'a true'])
    const back = await program.post(`/api/changes/${swapped.change}/undo`)
    t.equal(back.json().restored.length, 2)
    const booked = await post('babysitter', { name: 'Maria' }, theirs)
    t.match(booked, { night: { kind: 'babysitter', parent: null, name: 'Maria' } })
    await post('lock')
    t.match(await post('undo', undefined, theirs), { restored: [theirs.night.toString()] })
    t.match((await state())[0], / true$/, 'only of that night')
    const last = await program.post('/api/changes/last/undo')
    t.match(last.json(), { restored: [mine.night.toString()] })
  })

  await t.test('refuses with a status, the field of the request and a sentence', async t => {
    const before = await contents()
    for (const [path, body, status, field] of [
      [`${mine.id}/give`, { to: 'c' }, 400, 'to'],
      [`${mine.id}/give`, { to: 'a', more: 1 }, 400, 'more'],
      ['999999/give', { to: 'a' }, 404, 'id'],
      [`${mine.id}/swap`, { with: 999_999 }, 404, 'with'],
      [`${mine.id}/babysitter`, { name: 'Alexx' }, 400, 'name'],
      [`${mine.id}/weight`, { weight: 7 }, 400, 'weight'],
      [`${mine.id}/note`, { note: 'x'.repeat(201) }, 400, 'note'],
      [`${mine.id}/unlock`, undefined, 400, 'id'],
      ['999999/undo', undefined, 404, 'id'],
      ['../changes/x/undo', undefined, 400, 'change'],
    ] as const) {
      const { pathname } = new URL(path, 'http://localhost/api/nights/')
      const answer = await program.post(pathname, body)
      t.same([answer.statusCode, answer.json().field], [status, field], path)
      t.match(answer.headers['content-type'], 'application/problem+json')
      t.match(answer.json(), { type: 'about:blank', status, title: /^[A-Z]/, detail: /[.?]$/ })
    }
    t.equal((await reader.post(`/api/nights/${mine.id}/lock`)).statusCode, 403)
    t.equal(await contents(), before)
  })

  await t.test('unknown addresses and methods below /api are problems too', async t => {
    const browser = new Browser(web)
    const nowhere = await browser.get('/api/nowhere')
    t.equal(nowhere.statusCode, 404)
    t.match(nowhere.json(), { title: 'Not Found', detail: 'There is nothing at this address.' })
    t.match((await browser.delete('/api/nights')).json(), {
      title: 'Method Not Allowed',
      status: 405,
    })
    t.same((await browser.delete('/api/assignment-details')).json(), {
      error: 'This address doesn’t accept DELETE.',
    })
  })
})
