import { readCalendar } from '@night-routine/database/calendar'
import { readJobRequests } from '@night-routine/database/jobs'
import { readHistory, readNights, readParents } from '@night-routine/database/nights'
import { findMember } from '@night-routine/database/people'
import { readSettings, tonight } from '@night-routine/household'
import t, { type Test } from 'tap'
import { Browser } from '../../browser.ts'
import { runWeb } from '../../running-web.ts'

const unset = undefined as never
const unnamed = { PARENT_A: unset, PARENT_B: unset, TIME_ZONE: unset }
const typed = {
  calendar_id: 'family',
  parent_a: ' Antoine ',
  parent_b: 'Taïna',
  time_zone: 'Pacific/Kiritimati',
  you: 'a',
}

async function open(t: Test, more: object = {}) {
  const web = await runWeb(t, { ...unnamed, ...more })
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const names = async () => {
    const { a, b } = await readParents(web.db)
    return [a.name, b.name]
  }
  const planned = async () => {
    const from = tonight(await readSettings(web.db), web.clock.now())
    return readNights(web.db, from, from.add({ days: 60 }))
  }
  const select = (form: Record<string, string> | URLSearchParams) =>
    browser.post('/calendars/select', form)
  return { web, browser, names, planned, select }
}

t.test('one screen sets a household up', async t => {
  const { web, browser, names, planned, select } = await open(t)

  await t.test('filled in with what is known', async t => {
    const { statusCode, body } = await browser.get('/calendars')
    t.equal(statusCode, 200)
    t.match(body, '<h1>Set up your nights</h1>')
    t.match(body, /value="family"[^>]* checked/, 'the calendar that is nobody’s own')
    t.match(body, /name="parent_a" value="Alex"/)
    t.match(body, '<option selected>Europe/London</option>', 'of the calendar')
    t.match(body, 'Holidays', 'what cannot be chosen is named')
    t.match((await browser.get('/')).body, 'Set up your nights</a>', 'the home page leads there')
  })

  await t.test('shows each fault beside its field, and keeps what was typed', async t => {
    for (const [field, value, text] of [
      ['parent_a', '', 'Enter a name.'],
      ['parent_b', 'antoine', 'different names'],
      ['time_zone', 'Mars/Base', 'Europe/Paris'],
      ['unavailable_a', '9', 'A weekday is a number'],
    ] as const) {
      const { statusCode, body } = await select({ ...typed, [field]: value })
      t.equal(statusCode, 400, field)
      t.match(body, '<h1>Set up your nights</h1>')
      t.match(body, text)
      t.match(body, `href="#${field}"`)
      t.match(body, new RegExp(`id="${field}"[^>]* aria-invalid="true"`))
      if (field !== 'parent_b') t.match(body, 'value="Taïna"')
      if (field !== 'time_zone') t.match(body, '<option selected>Pacific/Kiritimati</option>')
    }
    const never = new URLSearchParams(typed)
    for (const day of [1, 2, 3, 4, 5, 6, 7])
      for (const parent of ['a', 'b']) never.append(`unavailable_${parent}`, String(day))
    t.match((await select(never)).body, 'At least one parent')
    const unknown = await select({ ...typed, calendar_id: 'unknown' })
    t.match(unknown.body, '<h1>Error</h1><p>Invalid calendar ID</p>')
    t.equal(await readCalendar(web.db), undefined)
    t.same([await names(), await planned()], [[null, null], []], 'nothing was saved')
  })

  await t.test('saves what was typed, and plans at once', async t => {
    const form = new URLSearchParams(typed)
    for (const day of ['2', '4']) form.append('unavailable_a', day)
    const { statusCode, headers } = await select(form)
    t.same([statusCode, headers.location], [302, '/'])
    t.same(await names(), ['Antoine', 'Taïna'])
    t.same((await readParents(web.db)).a.unavailableWeekdays, [2, 4])
    t.match(await readCalendar(web.db), { calendarId: 'family' })
    t.match(await findMember(web.db, 'alex@example.com'), { parent: 'a' })
    const local = web.clock.now().toZonedDateTimeISO('Pacific/Kiritimati')
    const [first, ...more] = await planned()
    t.equal(first?.night.toString(), local.subtract({ hours: 4 }).toPlainDate().toString())
    t.ok(more.length >= 29)
    const { body } = await browser.get('/')
    t.match(body, '<p>Your nights are planned.</p>')
    t.match(body, 'Invite <bdi>Taïna</bdi>, to see and change the nights, too.')
    t.match(
      body,
      /action="\/people\/invitations"[^>]*><input type="hidden" name="parent" value="b">/,
    )
    t.notMatch(body, /First steps|Parent A/)
    t.match(await readHistory(web.db, { limit: 5 }), [{}, { actor: 'alex@example.com' }])
    const kinds = (await readJobRequests(web.db)).map(({ kind }) => kind)
    for (const kind of ['channel', 'pull', 'push'] as const) t.ok(kinds.includes(kind), kind)
  })
})

t.test('both parents are known once both came in, and who is neither stays neither', async t => {
  const listed = ['alex@example.com', 'robin@example.com', 'stranger@example.com']
  const { web, browser, names, select } = await open(t, { ALLOWED_EMAILS: listed })
  await new Browser(web).signIn('robin@example.com')
  await select(typed)
  t.match(await findMember(web.db, 'robin@example.com'), { parent: 'b' })
  t.notMatch((await browser.get('/')).body, 'action="/people/invitations"')
  const stranger = new Browser(web)
  await stranger.signIn('stranger@example.com')
  await web.db.deleteFrom('calendar_settings').execute()
  const { body } = await stranger.get('/calendars')
  t.match(body, /First parent<\/label>[^]*name="parent_a" value="Antoine"/)
  t.notMatch(body, 'Your name')
  t.equal((await stranger.post('/calendars/select', typed)).statusCode, 302)
  t.same(await names(), ['Antoine', 'Taïna'])
  t.match(await findMember(web.db, 'stranger@example.com'), { parent: null })
  t.match(await findMember(web.db, 'alex@example.com'), { parent: 'a' })
})

t.test('calendar_id alone takes names and zone from what is known', async t => {
  const { web, browser, names, planned, select } = await open(t)
  const roles = { 'alex@example.com': 'owner' } as const
  const far = { id: 'far', summary: 'Far', timeZone: 'America/Los_Angeles', roles }
  await web.emulator.control.saveCalendar(far)
  const { statusCode, headers } = await select({ calendar_id: 'far' })
  t.same([statusCode, headers.location], [302, '/'])
  t.ok((await planned()).length >= 30)
  t.notMatch((await browser.get('/')).body, 'Your nights are planned.', 'other clients read none')
  await select({ calendar_id: 'family' })
  t.same(await names(), ['Alex', 'Robin'], 'another choice changes nothing of it')
  t.equal((await readSettings(web.db)).timeZone, 'America/Los_Angeles')
})

t.test('Parent A and Parent B can be real names, and UTC the zone of a family', async t => {
  const { web, browser, names, select } = await open(t, { ALLOWED_EMAILS: ['alex@example.com'] })
  t.match((await browser.get('/calendars')).body, /name="parent_b" value=""/)
  const real = { ...typed, parent_a: 'Parent A', parent_b: 'Parent B', time_zone: 'UTC' }
  t.equal((await select(real)).statusCode, 302)
  t.notMatch((await browser.get('/')).body, 'First steps')
  await select({ calendar_id: 'family' })
  t.same(await names(), ['Parent A', 'Parent B'])
  t.equal((await readSettings(web.db)).timeZone, 'UTC')
})
