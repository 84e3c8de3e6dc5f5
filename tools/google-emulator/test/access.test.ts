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

t.test('only programs on this machine reach control, and no page in a browser', async t => {
  const { control, origin } = await emulatorFor(t)
  const { status } = await fetch(`${origin}/__control/reset`, {
    method: 'POST',
    headers: { origin: 'https://example.com', 'content-type': 'application/json' },
    body: '[]',
  })
  t.equal(status, 403)
  t.equal((await control.calendars()).length, 5)
})
