import { readClosedAsks, readOpenAsks } from '@night-routine/database/nights'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { plannedHousehold, undoIn } from '../../planned-household.ts'

t.test('one parent asks the other by forms', async t => {
  const { db, alex, robin, mine, theirs, holders, contents } = await plannedHousehold(t)
  const form = { assignment_id: String(mine.id) }
  const openAsk = async () => String((await readOpenAsks(db))[0]?.id)

  await t.test('one asks, the other takes it, and both nights go back', async t => {
    const revision = async () => (await robin.get('/status')).json().revision
    const before = await revision()
    const asked = await alex.post('/asks', {
      ...form,
      return_id: String(theirs.id),
      word: ' Choir ',
    })
    t.same([asked.statusCode, asked.headers.location], [302, `/?night=${mine.id}`])
    t.match((await alex.get('/')).body, 'Asked. Nothing moves until the answer.')
    t.not(await revision(), before, 'open pages hear of it')
    t.match(await readOpenAsks(db), [{ word: 'Choir', parent: 'a' }])
    const taken = await robin.post('/asks/answer', { ask_id: await openAsk(), answer: 'accept' })
    t.same([taken.statusCode, taken.headers.location], [302, '/'])
    t.same(await holders(), ['b', 'a'])
    const { body } = await robin.get('/')
    t.match(body, 'It’s yours now.')
    await robin.post('/changes/undo', { change: undoIn(body) })
    t.same(await holders(), ['a', 'b'])
  })

  await t.test('one declines, one withdraws', async t => {
    await alex.post('/asks', { ...form, word: '', return_id: '' })
    await alex.get('/')
    await robin.post('/asks/answer', { ask_id: await openAsk(), answer: 'decline' })
    t.match((await robin.get('/')).body, 'Answered. Nothing moved.')
    await alex.post('/asks', form)
    await alex.get('/')
    await alex.post('/asks/withdraw', { ask_id: await openAsk() })
    t.match((await alex.get('/')).body, 'Withdrawn. Nothing moved.')
    t.match(await readClosedAsks(db, 2), [
      { state: 'withdrawn', word: null, returnNight: null },
      { state: 'declined', word: null, returnNight: null },
    ])
    t.same(await holders(), ['a', 'b'])
  })

  await t.test('refuses in a sentence, and stores nothing', async t => {
    await alex.post('/asks', form)
    const ask_id = await openAsk()
    const before = await contents()
    for (const [browser, path, sent, status, text] of [
      [robin, '/asks', form, 400, 'so there is nothing to ask'],
      [alex, '/asks', { assignment_id: 'x' }, 400, 'assignment_id'],
      [robin, '/asks', { assignment_id: String(theirs.id), return_id: 'x' }, 400, 'return_id'],
      [alex, '/asks/answer', { ask_id, answer: 'accept' }, 400, 'You asked this yourself'],
      [robin, '/asks/answer', { ask_id, answer: 'maybe' }, 400, 'a value we can’t accept'],
      [robin, '/asks/answer', { ask_id: 'x', answer: 'accept' }, 404, 'There is no such ask.'],
      [robin, '/asks/withdraw', { ask_id }, 400, 'Only Alex can withdraw this.'],
    ] as const) {
      const answer = await browser.post(path, sent)
      t.equal(answer.statusCode, status, `${path} ${JSON.stringify(sent)}`)
      t.match(answer.body, text)
    }
    t.equal(await contents(), before)
    t.equal(await openAsk(), ask_id)
  })
})

const send = (browser: Browser, path: string, body: unknown) =>
  browser.json(path, JSON.stringify(body))

t.test('one parent asks the other as JSON', async t => {
  const { web, db, alex, robin, mine, theirs } = await plannedHousehold(t)
  const [date, return_date] = [mine.night.toString(), theirs.night.toString()]

  await t.test('asks, lists, answers and withdraws', async t => {
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
      asked_at: /^2026-11-20T\d\d:\d\d:\d\dZ$/,
    })
    const again = { assignment_id: Number(mine.id), return: return_date, word: 'Choir' }
    t.same((await send(alex, '/api/asks', again)).json(), ask)
    t.same((await robin.get('/api/asks')).json(), { asks: [ask] })
    const answer = (to: string) => send(robin, `/api/asks/${ask.id}/answer`, { answer: to })
    const taken = (await answer('accept')).json()
    t.match(taken, { id: ask.id, state: 'accepted' })
    for (const night of [date, return_date]) t.ok(taken.changed_nights.includes(night))
    t.same((await answer('accept')).json(), taken)
    const late = await answer('decline')
    t.equal(late.statusCode, 409)
    t.match(late.json(), { field: 'ask_id', detail: /^You’ve already said that you take / })
    await robin.post('/changes/undo')
    const second = (await send(alex, '/api/asks', { night: date })).json()
    const withdrawn = await alex.delete(`/api/asks/${second.id}`)
    t.match(withdrawn.json(), { id: second.id, state: 'withdrawn' })
    t.same((await alex.delete(`/api/asks/${second.id}`)).json(), withdrawn.json())
  })

  await t.test('refuses with a status, a field and a sentence', async t => {
    const unknown = '/api/asks/00000000-0000-4000-8000-000000000000'
    for (const [body, status, field] of [
      [{}, 400, 'night'],
      [{ night: date, assignment_id: 1 }, 400, 'night'],
      [{ night: 'tomorrow' }, 400, 'night'],
      [{ night: '2030-01-01' }, 404, 'night'],
      [{ night: date, return: 'x' }, 400, 'return'],
      [{ night: date, word: 'x'.repeat(81) }, 400, 'word'],
      [{ night: date, more: 1 }, 400, 'more'],
    ] as const) {
      const answer = await send(alex, '/api/asks', body)
      t.equal(answer.statusCode, status, JSON.stringify(body))
      t.match(answer.json(), { field, detail: /\.$/ })
    }
    t.equal((await send(robin, `${unknown}/answer`, { answer: 'accept' })).statusCode, 404)
    t.equal((await robin.delete(unknown)).statusCode, 404)
    const stranger = new Browser(web)
    t.equal((await stranger.get('/api/asks')).statusCode, 401)
    t.equal((await alex.post('/api/asks', { night: date })).statusCode, 400, 'no form')
    await db.updateTable('accounts').set({ parent: null }).execute()
    const nobody = await send(alex, '/api/asks', { night: date })
    t.equal(nobody.statusCode, 403)
    t.equal(nobody.json().detail, 'Say which parent you are first.')
  })
})
