import { readHistory } from '@night-routine/database/nights'
import t from 'tap'
import { plannedHousehold } from '../../planned-household.ts'

const path = '/api/assignment-babysitter'

t.test('the contract’s request to book a babysitter', async t => {
  const { web, db, alex, nights, mine, theirs, contents, pushes } = await plannedHousehold(t)
  const send = (body: object, type?: string) => alex.json(path, JSON.stringify(body), type)
  const book = (name: string, id: number | bigint = mine.id) =>
    send({ assignment_id: Number(id), babysitter_name: name })

  await t.test('books, replans, and returns what is stored', async t => {
    const [before, requests] = [await nights(), await pushes()]
    const { statusCode, headers, body } = await book('  Maria ')
    t.equal(statusCode, 200)
    t.match(headers['content-type'], /^application\/json/)
    const caregivers = new Map(before.map(({ id, caregiver }) => [id, caregiver]))
    const changed = (await nights()).filter(({ id, caregiver }) => caregivers.get(id) !== caregiver)
    t.strictSame(JSON.parse(body), {
      assignment_id: Number(mine.id),
      date: mine.night.toString(),
      caregiver_type: 'babysitter',
      babysitter_name: 'Maria',
      decision_reason: 'Override',
      override: true,
      changed_nights: changed.map(({ night }) => night.toString()),
    })
    t.ok((await pushes()) > requests, 'the calendar is to follow')
    const [entry] = await readHistory(db, { limit: 1, night: mine.night })
    t.match(entry, { actor: 'alex@example.com', action: 'babysitter-booked' })
    const again = await book('Maria')
    t.same([again.statusCode, again.json()], [200, JSON.parse(body)])
    t.equal((await send({ assignment_id: 1 }, 'application/json; charset=utf-8')).statusCode, 400)
  })

  await t.test('an invalid request gets 400 with its field and changes nothing', async t => {
    const before = await contents()
    const id = String(mine.id)
    for (const [body, field] of [
      ...['"1"', '1.5', '0', 'null', '9007199254740992', '1e99'].map(wrong => [
        `{"assignment_id":${wrong},"babysitter_name":"Jo"}`,
        'assignment_id',
      ]),
      ['{"babysitter_name":"Jo"}', 'assignment_id'],
      [`{"assignment_id":${id}}`, 'babysitter_name'],
      [`{"assignment_id":${id},"babysitter_name":5}`, 'babysitter_name'],
      [`{"assignment_id":${id},"babysitter_name":" robin "}`, 'babysitter_name'],
      [`{"assignment_id":${id},"babysitter_name":"Jo","night":1}`, 'night'],
      [`{"assignment_id":${id},"babysitter_name":"Robyn","confirm":"true"}`, 'confirm'],
      [`{"assignment_id":${id},"babysitter_name":"Jo","__proto__":{"a":1}}`, undefined],
      ['', undefined],
      ['null', undefined],
      ['{broken', undefined],
    ]) {
      const { statusCode, headers, body: answer } = await alex.json(path, body ?? '')
      t.equal(statusCode, 400, `${body}`)
      t.match(headers['content-type'], 'application/json')
      const said = JSON.parse(answer) as { error: string; field?: string }
      t.ok(said.error.length > 0)
      t.equal(said.field, field, `${body}`)
    }
    const good = { assignment_id: Number(id), babysitter_name: 'Jo' }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
    ])
      t.equal((await send(good, type)).statusCode, 400, type)
    const unknown = await book('Jo', 9_007_199_254_740_991n)
    t.equal(unknown.statusCode, 404)
    t.match(unknown.json(), { error: 'There is no such night.', field: 'assignment_id' })
    t.equal(await contents(), before)
  })

  await t.test('a name that is almost a parent’s needs confirm: true', async t => {
    const asked = await book('Robyn', theirs.id)
    t.equal(asked.statusCode, 400)
    t.same(asked.json(), {
      error:
        'Did you mean Robin? To book a babysitter named Robyn, send the request again with confirm: true.',
      field: 'babysitter_name',
    })
    const robyn = { assignment_id: Number(theirs.id), babysitter_name: 'Robyn' }
    t.equal((await send({ ...robyn, confirm: false })).statusCode, 400)
    t.match((await send({ ...robyn, confirm: true })).json(), { babysitter_name: 'Robyn' })
  })

  await t.test('a night that is too old gets 400', async t => {
    web.clock.advance({ hours: 24 * 14 })
    const { statusCode, body } = await book('Jo')
    t.equal(statusCode, 400)
    t.match(JSON.parse(body), { error: /can no longer be changed/, field: 'assignment_id' })
  })
})
