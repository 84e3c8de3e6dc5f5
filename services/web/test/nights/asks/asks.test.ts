import { readClosedAsks, readOpenAsks } from '@night-routine/database/nights'
import t from 'tap'
import { twoParents } from './two-parents.ts'

t.test('one asks, the other takes it, and both nights go back', async t => {
  const { web, alex, robin, mine, theirs, holders } = await twoParents(t)
  const form = { assignment_id: String(mine.id), return_id: String(theirs.id), word: ' Choir ' }
  const revision = async () => (await robin.get('/status')).json().revision
  const before = await revision()
  const asked = await alex.post('/asks', form)
  t.same([asked.statusCode, asked.headers.location], [302, `/?night=${mine.id}`])
  t.match((await alex.get('/')).body, 'Asked. Nothing moves until the answer.')
  t.not(await revision(), before, 'open pages hear of it')
  t.same(await holders(), ['a', 'b'])

  const [ask] = await readOpenAsks(web.db)
  t.match(ask, { word: 'Choir', parent: 'a' })
  const answer = { ask_id: String(ask?.id), answer: 'accept' }
  const taken = await robin.post('/asks/answer', answer)
  t.same([taken.statusCode, taken.headers.location], [302, '/'])
  t.same(await holders(), ['b', 'a'])
  const { body } = await robin.get('/')
  t.match(body, 'It’s yours now.')
  const change = /name="change" value="([^"]+)"/.exec(body)?.[1] ?? ''
  await robin.post('/changes/undo', { change })
  t.same(await holders(), ['a', 'b'])
})

t.test('one declines, one withdraws', async t => {
  const { web, alex, robin, mine, holders } = await twoParents(t)
  const ask = async () => {
    await alex.post('/asks', { assignment_id: String(mine.id), word: '', return_id: '' })
    await alex.get('/')
    return String((await readOpenAsks(web.db))[0]?.id)
  }
  await robin.post('/asks/answer', { ask_id: await ask(), answer: 'decline' })
  t.match((await robin.get('/')).body, 'Answered. Nothing moved.')
  await alex.post('/asks/withdraw', { ask_id: await ask() })
  t.match((await alex.get('/')).body, 'Withdrawn. Nothing moved.')
  t.same(
    (await readClosedAsks(web.db, 9)).map(({ state, word, returnNight }) => [
      state,
      word,
      returnNight,
    ]),
    [
      ['withdrawn', null, null],
      ['declined', null, null],
    ],
  )
  t.same(await holders(), ['a', 'b'])
})

t.test('refuses in a sentence, and stores nothing', async t => {
  const { web, alex, robin, mine, theirs, contents } = await twoParents(t)
  const form = { assignment_id: String(mine.id) }
  await alex.post('/asks', form)
  const [ask] = await readOpenAsks(web.db)
  const ask_id = String(ask?.id)
  const before = await contents()
  for (const [browser, path, sent, status, text] of [
    [robin, '/asks', form, 400, 'so there is nothing to ask'],
    [alex, '/asks', { ...form, word: 'again' }, 409, 'Robin was already asked about'],
    [alex, '/asks', { assignment_id: 'x' }, 400, 'assignment_id'],
    [robin, '/asks', { assignment_id: String(theirs.id), return_id: 'x' }, 400, 'return_id'],
    [robin, '/asks', { assignment_id: String(theirs.id), word: 'x'.repeat(81) }, 400, 'at most 80'],
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
  t.equal((await readOpenAsks(web.db)).length, 1)
  const other = { origin: 'https://elsewhere.example.com' }
  t.equal((await robin.post('/asks/answer', { ask_id, answer: 'accept' }, other)).statusCode, 403)
})

t.test('a night is locked as it is, which is undone', async t => {
  const { alex, mine, nights } = await twoParents(t)
  const isLocked = async () => (await nights()).find(({ id }) => id === mine.id)?.override
  const lock = () => alex.post('/nights/lock', { assignment_id: String(mine.id) })
  t.match((await lock()).headers.location, `/?night=${mine.id}`)
  t.equal(await isLocked(), true)
  const { body } = await alex.get('/')
  t.match(body, 'Locked.')
  await lock()
  t.match((await alex.get('/')).body, 'Nothing to change.')
  await alex.post('/changes/undo', {
    change: /name="change" value="([^"]+)"/.exec(body)?.[1] ?? '',
  })
  t.equal(await isLocked(), false)
})
