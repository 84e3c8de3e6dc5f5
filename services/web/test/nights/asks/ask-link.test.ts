import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import { readAsk, readOpenAsks } from '@night-routine/database/nights'
import {
  admitInvited,
  bindMember,
  removeInvited,
  saveMemberParent,
} from '@night-routine/database/people'
import { askPath } from '@night-routine/notifications'
import t from 'tap'
import { plannedHousehold } from '../../planned-household.ts'

const robin = 'robin@example.com'

t.test('the link of an ask', async t => {
  const household = await plannedHousehold(t)
  const { web, db, alex, robin: browser, ofParent, stored } = household
  const keys = parseSecretKeys(web.config.SECRET_KEYS)
  const [back] = ofParent('b').slice(-1)
  /** Alex asks for one more of their nights. */
  async function ask(index: number) {
    const night = ofParent('a')[index]
    if (!night || !back) throw new Error('no night')
    const return_id = index === 0 ? String(back.id) : ''
    await alex.post('/asks', { assignment_id: String(night.id), return_id, word: 'Choir <3' })
    const found = (await readOpenAsks(db)).find(each => each.night.equals(night.night))
    if (!found) throw new Error('nothing was asked')
    return {
      id: found.id,
      path: (email = robin) => askPath(keys, { ask: found.id, email }),
      state: async () => (await readAsk(db, found.id))?.state,
      holder: async () => (await stored(night))?.caregiver,
    }
  }
  const get = (url: string) => web.service.inject(url)
  const press = (url: string, answer: string, headers: Record<string, string> = {}) =>
    web.service.inject({
      method: 'POST',
      url,
      payload: `answer=${answer}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  await t.test('asks, and changes nothing: mail programs open links themselves', async t => {
    const { path, state, holder } = await ask(0)
    const { statusCode, headers, body } = await get(path())
    t.equal(statusCode, 200)
    t.match(headers, { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex, nofollow' })
    t.match(body, /<h1>Can you take .*\?<\/h1>/)
    t.match(body, 'Alex asks: “Choir &lt;3”')
    t.match(body, /Alex takes .* in return\./)
    t.match(body, 'name="answer" value="accept">Take it</button>')
    t.notMatch(body, robin)
    t.equal(await state(), 'open')
    const [, action = ''] = /action="([^"]+)"/.exec(body) ?? []
    const answered = await press(action.replaceAll('&#x3D;', '='), 'accept', { origin: 'null' })
    t.equal(answered.statusCode, 200)
    t.match(answered.body, /<h1>Done: you have .*<\/h1>/)
    t.same([await state(), await holder()], ['accepted', 'b'])
    await alex.post('/changes/undo')
  })

  await t.test('that is used says so, whichever way it was answered', async t => {
    const { id, path, holder } = await ask(1)
    t.match((await press(path(), 'decline')).body, 'Done: Alex will hear that you can’t')
    for (const answer of [await press(path(), 'accept'), await get(path())]) {
      t.equal(answer.statusCode, 409)
      t.match(answer.body, /<h1>You’ve already said that you can’t take .*\.<\/h1>/)
      t.notMatch(answer.body, '<button type="submit" name="answer"')
    }
    const late = await browser.post('/asks/answer', { ask_id: id, answer: 'accept' })
    t.same([late.statusCode, await holder()], [409, 'a'])
  })

  await t.test('gives a service worker its answer as JSON', async t => {
    const { path, state } = await ask(2)
    const json = { accept: 'application/json' }
    t.equal((await press(path(), 'maybe', json)).statusCode, 400)
    t.match((await press(path(), 'decline', json)).json(), { title: /^Done: / })
    const again = await press(path(), 'decline', json)
    t.equal(again.statusCode, 409)
    t.match(again.json(), { error: /^You’ve already said that you can’t / })
    t.equal(await state(), 'declined')
  })

  await t.test('and the page at the same second: one answer', async t => {
    const { id, path, state } = await ask(3)
    const answers = await Promise.all([
      press(path(), 'decline'),
      browser.post('/asks/answer', { ask_id: id, answer: 'accept' }),
    ])
    t.equal(answers.filter(({ statusCode }) => statusCode === 409).length, 1)
    const declined = answers[0].statusCode === 200
    t.equal(await state(), declined ? 'declined' : 'accepted')
    if (!declined) await alex.post('/changes/undo')
  })

  await t.test('answers nothing if it is forged, or for a person who left', async t => {
    const { id, path, state } = await ask(4)
    const foreign = askPath(parseSecretKeys(['ab'.repeat(32)]), { ask: id, email: robin })
    for (const url of [foreign, '/asks/link?token=x', '/asks/link?token=']) {
      t.equal((await get(url)).statusCode, 404, url)
      const answer = await press(url, 'accept')
      t.equal(answer.statusCode, 404, url)
      t.match(answer.body, 'This link no longer works.')
    }
    t.equal((await get('/asks/link')).statusCode, 400)
    t.notMatch(web.log.join('\n'), /token=[\w-]{8}/, 'the token is not in the log')

    await bindMember(db, 'kim@example.com', 'kim')
    const invited = { email: 'kim@example.com', parent: 'b', now: web.clock.now() } as const
    await transaction(db, trx => admitInvited(trx, invited))
    t.equal((await get(path('kim@example.com'))).statusCode, 200)
    await transaction(db, trx => removeInvited(trx, 'kim@example.com', web.clock.now()))
    await bindMember(db, 'stranger@example.com', 'stranger')
    await saveMemberParent(db, 'stranger@example.com', 'b')
    for (const email of ['kim@example.com', 'stranger@example.com'])
      for (const answer of [await get(path(email)), await press(path(email), 'accept')]) {
        t.equal(answer.statusCode, 403, email)
        t.match(answer.body, 'This link was for someone who can no longer sign in here.')
      }
    await saveMemberParent(db, robin, 'a')
    t.match((await press(path(), 'accept')).body, 'You asked this yourself')
    await saveMemberParent(db, robin, null)
    t.equal((await press(path(), 'accept')).statusCode, 403)
    await saveMemberParent(db, robin, 'b')
    t.equal(await state(), 'open')
  })

  await t.test('that is withdrawn, or whose night is over, cannot be answered', async t => {
    const [withdrawn, over] = [await ask(5), await ask(6)]
    await alex.post('/asks/withdraw', { ask_id: withdrawn.id })
    web.clock.advance({ hours: 24 * 29 })
    for (const [{ path }, said] of [
      [withdrawn, 'Alex doesn’t need this any more.'],
      [over, 'is over, so there is nothing left to answer.'],
    ] as const)
      for (const answer of [await get(path()), await press(path(), 'accept')]) {
        t.equal(answer.statusCode, 409)
        t.match(answer.body, said)
      }
    t.equal(await over.state(), 'open', 'refused before it ended')
  })
})
