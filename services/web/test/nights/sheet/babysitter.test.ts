import { readJobRequests } from '@night-routine/database/jobs'
import { readHistory, readNights, type Assignment } from '@night-routine/database/nights'
import { sync } from '../../../src/nights/home/sync.ts'
import { alex, noWakes } from '../../demo-household.ts'
import { Browser } from '../../browser.ts'
import { runWeb, type RunningWeb } from '../../running-web.ts'
import t, { type Test } from 'tap'

const path = '/api/assignment-babysitter'

async function open(t: Test) {
  const web = await runWeb(t)
  const { db, clock } = web
  await sync({ db, lockingDb: db, clock, wake: noWakes }, alex)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const book = (id: bigint | undefined, name: string) =>
    browser.json(path, `{"assignment_id":${id},"babysitter_name":${JSON.stringify(name)}}`)
  return { web, browser, book, nights: await allNights(web) }
}

async function allNights({ db, clock }: RunningWeb): Promise<Assignment[]> {
  const today = clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate()
  return readNights(db, today.subtract({ days: 2 }), today.add({ days: 40 }))
}

const state = (nights: Assignment[]) =>
  nights.map(
    ({ night, caregiver, babysitter }) => `${night.toString()} ${caregiver} ${babysitter?.name}`,
  )

t.test('books, replans, and returns what is stored', async t => {
  const { web, book, nights } = await open(t)
  const chosen = nights[3]
  const { statusCode, headers, body } = await book(chosen?.id, '  Maria ')
  t.equal(statusCode, 200)
  t.match(headers['content-type'], /^application\/json/)
  const after = await allNights(web)
  const before = state(nights)
  t.strictSame(JSON.parse(body), {
    assignment_id: Number(chosen?.id),
    date: chosen?.night.toString(),
    caregiver_type: 'babysitter',
    babysitter_name: 'Maria',
    decision_reason: 'Override',
    override: true,
    changed_nights: after
      .filter((_, index) => state(after)[index] !== before[index])
      .map(({ night }) => night.toString()),
  })
  const push = (await readJobRequests(web.db)).find(({ kind }) => kind === 'push')
  t.ok(push && push.requestNumber > push.doneNumber, 'the calendar is to follow')
  const [entry] = await readHistory(web.db, { limit: 1, ...(chosen && { night: chosen.night }) })
  t.match(entry, { actorKind: 'person', actor: 'alex@example.com', action: 'babysitter-booked' })
})

t.test('repeating is idempotent, a new name wins, and both are recorded', async t => {
  const { web, book, nights } = await open(t)
  const id = nights[3]?.id
  const first = await book(id, 'Maria')
  const again = await book(id, 'Maria')
  t.same([again.statusCode, again.json()], [200, first.json()])
  t.match((await book(id, 'Jo')).json(), { babysitter_name: 'Jo' })
  const booked = (await readHistory(web.db, { limit: 100 })).filter(
    ({ action }) => action === 'babysitter-booked',
  )
  t.same(
    booked.map(({ after }) => after?.babysitterName),
    ['Jo', 'Maria'],
  )
  const both = await Promise.all([book(nights[5]?.id, 'Ann'), book(nights[5]?.id, 'Bea')])
  t.same(
    both.map(({ statusCode }) => statusCode),
    [200, 200],
    'two at once',
  )
})

t.test(
  'names: 1 to 80 characters as people count them, and nothing a title cannot hold',
  async t => {
    const { web, book, nights } = await open(t)
    const before = state(await allNights(web))
    const id = nights[2]?.id
    const refused = [
      '',
      '   ',
      '\u00A0',
      'x'.repeat(81),
      '👩'.repeat(81),
      'a\u0000b',
      'a\u0007b',
      'Maria\nJo',
      'Maria\rJo',
      '[Maria',
      'Maria]',
      '\u202EairaM',
      'Alex',
      ' robin ',
      'ALEX',
    ]
    for (const name of refused) {
      const { statusCode, body } = await book(id, name)
      t.equal(statusCode, 400, JSON.stringify(name))
      t.match(JSON.parse(body), { error: /./, field: 'babysitter_name' })
    }
    t.same(state(await allNights(web)), before)
    for (const name of ['x'.repeat(80), '👩'.repeat(80), '<b>Maria</b>', 'مريم', "O'Neil"])
      t.match((await book(id, name)).json(), { babysitter_name: name })
  },
)

t.test('a name that is almost a parent’s needs confirm: true', async t => {
  const { web, browser, book, nights } = await open(t)
  const before = state(await allNights(web))
  const [first, second] = [nights[3]?.id, nights[4]?.id]
  const { statusCode, body } = await book(first, 'Robyn')
  t.equal(statusCode, 400)
  t.same(JSON.parse(body), {
    error:
      'Did you mean Robin? To book a babysitter named Robyn, send the request again with confirm: true.',
    field: 'babysitter_name',
  })
  t.same(state(await allNights(web)), before)
  const confirmed = (confirm: string) =>
    browser.json(path, `{"assignment_id":${first},"babysitter_name":"Robyn","confirm":${confirm}}`)
  for (const wrong of ['false', '"true"', '1', 'null'])
    t.equal((await confirmed(wrong)).statusCode, 400, wrong)
  t.match((await confirmed('true')).json(), { babysitter_name: 'Robyn', override: true })
  t.match((await book(second, 'Robyn')).json(), { babysitter_name: 'Robyn' }, 'known from now on')
})

t.test('an invalid request gets 400 with its field and changes nothing', async t => {
  const { web, browser, nights } = await open(t)
  const before = state(await allNights(web))
  const id = String(nights[2]?.id)
  const ids = ['"1"', '1.5', '0', '-1', 'null', 'true', '[1]', '{}', '9007199254740992', '1e99']
  const bodies = [
    ...ids.map(wrong => [`{"assignment_id":${wrong},"babysitter_name":"Jo"}`, 'assignment_id']),
    ['{"babysitter_name":"Jo"}', 'assignment_id'],
    [`{"assignment_id":${id}}`, 'babysitter_name'],
    ...['null', '5', 'true', '["Jo"]'].map(wrong => [
      `{"assignment_id":${id},"babysitter_name":${wrong}}`,
      'babysitter_name',
    ]),
    [`{"assignment_id":${id},"babysitter_name":"Jo","night":1}`, 'night'],
    [`{"assignment_id":${id},"babysitter_name":"Jo","__proto__":{"a":1}}`, undefined],
    [`{"assignment_id":${id},"babysitter_name":"Jo","constructor":{"prototype":1}}`, undefined],
    ['', undefined],
    ['[]', undefined],
    ['null', undefined],
    ['"Jo"', undefined],
    ['{broken', undefined],
  ]
  for (const [body = '', field] of bodies) {
    const { statusCode, headers, body: answer } = await browser.json(path, body)
    t.equal(statusCode, 400, body)
    t.match(headers['content-type'], 'application/json')
    const said = JSON.parse(answer) as { error: string; field?: string }
    t.ok(said.error.length > 0)
    t.equal(said.field, field, body)
  }
  t.same(state(await allNights(web)), before)
})

t.test('accepts only JSON in UTF-8', async t => {
  const { web, browser, nights } = await open(t)
  const before = state(await allNights(web))
  const body = `{"assignment_id":${nights[2]?.id},"babysitter_name":"Jo"}`
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-16',
    'application/json; charset="iso-8859-1"',
  ]) {
    const { statusCode, headers } = await browser.json(path, body, type)
    t.equal(statusCode, 400, type)
    t.match(headers['content-type'], 'application/json')
  }
  t.same(state(await allNights(web)), before)
  t.equal((await browser.json(path, body, 'application/json; charset=utf-8')).statusCode, 200)
})

t.test('an unknown night gets 404, one too old gets 400', async t => {
  const { web, book, nights } = await open(t)
  for (const id of [999_999n, 9_007_199_254_740_991n]) {
    const { statusCode, body } = await book(id, 'Jo')
    t.equal(statusCode, 404)
    t.match(JSON.parse(body), { error: 'There is no such night.' })
  }
  web.clock.advance({ hours: 24 * 7 })
  const { statusCode, body } = await book(nights[0]?.id, 'Jo')
  t.equal(statusCode, 400)
  t.match(JSON.parse(body), { error: /can no longer be changed/, field: 'assignment_id' })
})
