import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import { readAsk, readOpenAsks } from '@night-routine/database/nights'
import {
  admitInvited,
  bindMember,
  removeInvited,
  saveMemberParent,
} from '@night-routine/database/people'
import { askPath } from '@night-routine/notifications'
import t, { type Test } from 'tap'
import { twoParents } from './two-parents.ts'

const robin = 'robin@example.com'

async function open(t: Test) {
  const home = await twoParents(t)
  const { web, alex, mine, theirs } = home
  await alex.post('/asks', {
    assignment_id: String(mine.id),
    return_id: String(theirs.id),
    word: 'Choir <3',
  })
  const [ask] = await readOpenAsks(web.db)
  if (ask === undefined) throw new Error('nothing was asked')
  const keys = parseSecretKeys(web.config.SECRET_KEYS)
  const path = (email = robin) => askPath(keys, { ask: ask.id, email })
  const press = (url: string, answer: string, headers: Record<string, string> = {}) =>
    web.service.inject({
      method: 'POST',
      url,
      payload: `answer=${answer}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  return {
    ...home,
    ask,
    path,
    press,
    get: (url: string) => web.service.inject(url),
    state: async () => (await readAsk(web.db, ask.id))?.state,
  }
}

t.test('a link asks, and changes nothing: mail programs open links themselves', async t => {
  const { get, press, path, state, holders } = await open(t)
  for (let time = 0; time < 2; time += 1) {
    const { statusCode, headers, body } = await get(path())
    t.equal(statusCode, 200)
    t.match(headers, { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex, nofollow' })
    t.match(body, /<h1>Can you take .*\?<\/h1>/)
    t.match(body, 'Alex asks: “Choir &lt;3”')
    t.match(body, /Alex takes .* in return\./)
    t.match(body, 'name="answer" value="accept">Take it</button>')
    t.notMatch(body, robin)
  }
  t.equal(await state(), 'open')
  const { body } = await get(path())
  const [, action = ''] = /action="([^"]+)"/.exec(body) ?? []
  const answered = await press(action.replaceAll('&#x3D;', '='), 'accept', { origin: 'null' })
  t.equal(answered.statusCode, 200)
  t.match(answered.body, /<h1>Done: you have .*<\/h1>/)
  t.equal(await state(), 'accepted')
  t.same(await holders(), ['b', 'a'])
})

t.test('a used link says so, whichever way it was answered', async t => {
  const { get, press, path, robin: browser, ask, holders } = await open(t)
  const declined = await press(path(), 'decline')
  t.match(declined.body, 'Done: Alex will hear that you can’t')
  for (const answer of [
    await press(path(), 'decline'),
    await press(path(), 'accept'),
    await get(path()),
  ]) {
    t.equal(answer.statusCode, 409)
    t.match(answer.body, /<h1>You’ve already said that you can’t take .*\.<\/h1>/)
    t.notMatch(answer.body, '<button type="submit" name="answer"')
  }
  t.same(await holders(), ['a', 'b'])
  const late = await browser.post('/asks/answer', { ask_id: ask.id, answer: 'accept' })
  t.equal(late.statusCode, 409)
})

t.test('a withdrawn ask, and one whose night is over, cannot be answered', async t => {
  const { web, alex, get, press, path, ask, mine, holders } = await open(t)
  await alex.post('/asks/withdraw', { ask_id: ask.id })
  for (const answer of [await get(path()), await press(path(), 'accept')]) {
    t.equal(answer.statusCode, 409)
    t.match(answer.body, 'Alex doesn’t need this any more.')
  }
  await alex.post('/asks', { assignment_id: String(mine.id) })
  const [again] = await readOpenAsks(web.db)
  const keys = parseSecretKeys(web.config.SECRET_KEYS)
  const second = askPath(keys, { ask: String(again?.id), email: robin })
  t.equal((await get(second)).statusCode, 200)
  web.clock.advance({ hours: 24 * 12 })
  for (const answer of [await get(second), await press(second, 'accept')]) {
    t.equal(answer.statusCode, 409)
    t.match(answer.body, 'is over, so there is nothing left to answer.')
  }
  t.match(await readAsk(web.db, String(again?.id)), { state: 'open' }, 'refused before it ended')
  t.same(await holders(), ['a', 'b'])
})

t.test('a forged, foreign or missing token answers nothing', async t => {
  const { web, get, press, state, ask } = await open(t)
  const foreign = askPath(parseSecretKeys(['ab'.repeat(32)]), { ask: ask.id, email: robin })
  for (const url of [foreign, '/asks/link?token=x', '/asks/link?token=']) {
    t.equal((await get(url)).statusCode, 404, url)
    const answer = await press(url, 'accept')
    t.equal(answer.statusCode, 404, url)
    t.match(answer.body, 'This link no longer works.')
  }
  t.equal((await get('/asks/link')).statusCode, 400)
  t.equal(await state(), 'open')
  t.notMatch(web.log.join('\n'), /token=[\w-]{8}/, 'the token is not in the log')
})

t.test('the link of a person who is no longer that parent, or left, answers nothing', async t => {
  const { web, get, press, path, state } = await open(t)
  await bindMember(web.db, 'kim@example.com', 'kim')
  const invited = { email: 'kim@example.com', parent: 'b', now: web.clock.now() } as const
  await transaction(web.db, trx => admitInvited(trx, invited))
  t.equal((await get(path('kim@example.com'))).statusCode, 200)
  await transaction(web.db, trx => removeInvited(trx, 'kim@example.com', web.clock.now()))
  await bindMember(web.db, 'stranger@example.com', 'stranger')
  await saveMemberParent(web.db, 'stranger@example.com', 'b')
  for (const email of ['kim@example.com', 'stranger@example.com'])
    for (const answer of [await get(path(email)), await press(path(email), 'accept')]) {
      t.equal(answer.statusCode, 403, email)
      t.match(answer.body, 'This link was for someone who can no longer sign in here.')
    }
  await saveMemberParent(web.db, robin, 'a')
  const own = await press(path(), 'accept')
  t.same([own.statusCode, /You asked this yourself/.test(own.body)], [400, true])
  await saveMemberParent(web.db, robin, null)
  t.equal((await press(path(), 'accept')).statusCode, 403)
  t.equal(await state(), 'open')
})

t.test('a service worker gets the answer as JSON', async t => {
  const { press, path, state } = await open(t)
  const json = { accept: 'application/json' }
  const taken = await press(path(), 'accept', json)
  t.equal(taken.statusCode, 200)
  t.match(taken.json(), { title: /^Done: you have / })
  const again = await press(path(), 'accept', json)
  t.equal(again.statusCode, 409)
  t.match(again.json(), { error: /^You’ve already said that you take / })
  t.equal((await press(path(), 'maybe', json)).statusCode, 400)
  t.equal(await state(), 'accepted')
})

t.test('both accounts of a parent, and both parents, at the same second: one answer', async t => {
  for (let round = 0; round < 3; round += 1) {
    const { press, path, robin: browser, ask, state, holders } = await open(t)
    const [link, page] = await Promise.all([
      press(path(), 'accept'),
      browser.post('/asks/answer', { ask_id: ask.id, answer: 'decline' }),
    ])
    t.same([link.statusCode, page.statusCode].filter(status => status === 409).length, 1)
    const taken = (await state()) === 'accepted'
    t.equal(link.statusCode, taken ? 200 : 409)
    t.same(await holders(), taken ? ['b', 'a'] : ['a', 'b'])
  }
})
