import { readNights } from '@night-routine/database/nights'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { twoParents } from './two-parents.ts'

const send = (browser: Browser, path: string, body: unknown) =>
  browser.json(path, JSON.stringify(body))

t.test('asks, lists, answers and withdraws as JSON', async t => {
  const { web, alex, robin, mine, theirs } = await twoParents(t)
  const [date, return_date] = [mine.night.toString(), theirs.night.toString()]
  const asked = await send(alex, '/api/asks', { night: date, return: return_date, word: 'Choir' })
  t.equal(asked.statusCode, 200)
  const ask = asked.json()
  t.match(ask, {
    date,
    return_date,
    asked_by: 'Alex',
    asked_of: 'Robin',
    word: 'Choir',
    state: 'open',
    closed_at: null,
  })
  t.match(ask.asked_at, /^2026-11-20T\d\d:\d\d:\d\dZ$/)
  const again = { assignment_id: Number(mine.id), return: return_date, word: 'Choir' }
  t.same((await send(alex, '/api/asks', again)).json(), ask)
  t.same((await robin.get('/api/asks')).json(), { asks: [ask] })

  const answer = (to: string) => send(robin, `/api/asks/${ask.id}/answer`, { answer: to })
  const taken = await answer('accept')
  t.equal(taken.statusCode, 200)
  t.match(taken.json(), { id: ask.id, state: 'accepted' })
  for (const night of [date, return_date]) t.ok(taken.json().changed_nights.includes(night))
  t.same((await answer('accept')).json(), taken.json())
  const late = await answer('decline')
  t.equal(late.statusCode, 409)
  t.match(late.json(), { field: 'ask_id', detail: /^You’ve already said that you take / })

  const second = (await send(robin, '/api/asks', { night: date })).json()
  t.match(second, { detail: /is locked: unlock it first/ })
  await robin.post('/nights/unlock', { assignment_id: String(mine.id) })
  const [now] = await readNights(web.db, mine.night, mine.night)
  const holder = now?.caregiver === 'a' ? alex : robin
  const third = (await send(holder, '/api/asks', { night: date })).json()
  const withdrawn = await holder.delete(`/api/asks/${third.id}`)
  t.match(withdrawn.json(), { id: third.id, state: 'withdrawn' })
  t.same((await holder.delete(`/api/asks/${third.id}`)).json(), withdrawn.json())
  const { asks } = (await robin.get('/api/asks')).json()
  t.match(asks, [{ state: 'withdrawn' }, { state: 'accepted' }])
})

t.test('refuses with a status, a field and a sentence', async t => {
  const { web, alex, robin, mine } = await twoParents(t)
  const night = mine.night.toString()
  const unknown = '/api/asks/00000000-0000-4000-8000-000000000000'
  for (const [body, status, field] of [
    [{}, 400, 'night'],
    [{ night, assignment_id: 1 }, 400, 'night'],
    [{ night: 'tomorrow' }, 400, 'night'],
    [{ night: '2030-01-01' }, 404, 'night'],
    [{ night, return: 'x' }, 400, 'return'],
    [{ night, return: night }, 400, 'return'],
    [{ night, word: 'x'.repeat(81) }, 400, 'word'],
    [{ night, more: 1 }, 400, 'more'],
  ] as const) {
    const answer = await send(alex, '/api/asks', body)
    t.equal(answer.statusCode, status, JSON.stringify(body))
    t.equal(answer.json().field, field)
    t.match(answer.json().detail, /\.$/)
  }
  t.equal((await send(robin, `${unknown}/answer`, { answer: 'accept' })).statusCode, 404)
  t.equal((await robin.delete(unknown)).statusCode, 404)
  t.same((await robin.get('/api/asks')).json(), { asks: [] })
  const stranger = new Browser(web)
  for (const answer of [
    await stranger.get('/api/asks'),
    await send(stranger, '/api/asks', { night }),
    await stranger.delete(unknown),
  ])
    t.equal(answer.statusCode, 401)
  await web.db.updateTable('accounts').set({ parent: null }).execute()
  const nobody = await send(alex, '/api/asks', { night })
  t.equal(nobody.statusCode, 403)
  t.equal(nobody.json().detail, 'Say which parent you are first.')
  t.equal((await alex.post('/api/asks', { night })).statusCode, 400, 'no form')
})
