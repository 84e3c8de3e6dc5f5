import t from 'tap'
import { ask, reasonOf } from './calendar-api.ts'
import { emulatorFor, signIn } from './emulator.ts'

const night = { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } }
const requests = {
  list: ['/users/me/calendarList', {}],
  read: ['/calendars/family/events', {}],
  write: ['/calendars/family/events', { method: 'POST', body: night }],
} as const

t.test('what each scope opens', async t => {
  const emulator = await emulatorFor(t)
  const table: [string, (keyof typeof requests)[]][] = [
    ['calendar', ['list', 'read', 'write']],
    ['calendar.readonly', ['list', 'read']],
    ['calendar.events', ['read', 'write']],
    ['calendar.events.readonly', ['read']],
    ['calendar.calendarlist', ['list']],
    ['calendar.calendarlist.readonly', ['list']],
    ['userinfo.email', []],
  ]
  for (const [name, opens] of table) {
    const scope = `https://www.googleapis.com/auth/${name}`
    const { access_token: accessToken } = await signIn(emulator, { scope })
    for (const what of ['list', 'read', 'write'] as const) {
      const [path, request] = requests[what]
      const answer = await ask({ apiRoot: emulator.origin, accessToken }, path, request)
      t.equal(answer.status, opens.includes(what) ? 200 : 403, `${name}: ${what}`)
      if (answer.status === 403) t.equal(reasonOf(answer), 'insufficientPermissions')
    }
  }
})

t.test('no token at all: 401 required', async t => {
  const { origin } = await emulatorFor(t)
  const response = await fetch(`${origin}/calendar/v3/users/me/calendarList`)
  t.equal(response.status, 401)
  t.match(await response.json(), { error: { errors: [{ reason: 'required' }] } })
})

t.test('answers an unknown address in Google’s format', async t => {
  const { origin } = await emulatorFor(t)
  const response = await fetch(`${origin}/calendar/v3/nothing`)
  t.equal(response.status, 404)
  t.match(await response.json(), { error: { code: 404, errors: [{ reason: 'notFound' }] } })
})
