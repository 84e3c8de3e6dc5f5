import { readHouseholdSettings, tonight } from '@night-routine/household'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { runWeb } from '../../running-web.ts'
import { formIn, householdPage, wholeForm } from './household-page.ts'

const save = { step: 'save' }

t.test('shows the stored settings, and saving them unchanged does nothing', async t => {
  const { browser, contents } = await householdPage(t)
  const { statusCode, headers, body } = await browser.get('/settings')
  t.equal(statusCode, 200)
  t.match(headers['content-type'], 'text/html')
  t.match(body, '<title>Settings: Family · Night Routine</title>')
  t.same(body.match(/<a href="\S+" aria-current="page">/g)?.slice(-2), [
    '<a href="/settings" aria-current="page">',
    '<a href="/settings" aria-current="page">',
  ])
  const pages = ['/settings', '/settings/sharing', '/settings/advanced']
  const forms = await Promise.all(pages.map(async page => formIn((await browser.get(page)).body)))
  const [family = {}, sharing = {}, advanced = {}] = forms.map(fields => Object.fromEntries(fields))
  t.match(family, { page: 'family', seen: /^[\da-f]{16}$/ })
  t.match(family, { 'parents.a.name': 'Alex', 'parents.b.name': 'Robin' })
  t.match(sharing, { page: 'sharing', publish: 'off', publishNames: 'names' })
  const { seen: _seen, ...shown } = advanced
  t.same(shown, {
    page: 'advanced',
    lookAheadDays: '30',
    pastLimitDays: '5',
    updateFrequency: 'daily',
    countFrom: '',
    timeZone: 'Europe/Paris',
    dayTurnsAtHour: '04:00',
    weekStart: '1',
    language: 'en',
    statisticsOrder: 'newest',
  })
  t.match((await browser.get('/settings/sharing')).body, 'Nothing is published')
  t.ok(body.length < 40_000, `${body.length} characters`)

  const before = await contents()
  for (const [index, form] of forms.entries()) {
    form.append('step', 'save')
    const saved = await browser.post('/settings', form)
    t.same([saved.statusCode, saved.headers.location], [302, pages[index]])
    t.match((await browser.get(String(pages[index]))).body, 'Nothing to change.')
  }
  t.equal(await contents(), before)
})

t.test('shows what stands for names and a zone that are not chosen yet', async t => {
  const unset = undefined as never
  const web = await runWeb(t, { PARENT_A: unset, PARENT_B: unset, TIME_ZONE: unset })
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const family = (await browser.get('/settings')).body
  t.match(family, / name="parents.a.name" value="" [^>]*placeholder="Parent A"/)
  t.match(family, / name="parents.b.name" value="" [^>]*placeholder="Parent B"/)
  t.match(family, '<legend>Parent A is always away on</legend>')
  const advanced = (await browser.get('/settings/advanced')).body
  t.match(advanced, / name="timeZone" value="" [^>]*placeholder="UTC"/)
  await browser.post('/settings', formIn(advanced, { ...save, lookAheadDays: '9' }))
  t.match(await readHouseholdSettings(web.db), {
    lookAheadDays: 9,
    timeZone: null,
    parents: { a: { name: null }, b: { name: null } },
  })
  t.notMatch((await browser.get('/history')).body, 'UTC', 'nobody chose it')
})

t.test('Home Assistant is turned off where there is a broker, and untouched elsewhere', async t => {
  const web = await runWeb(t, { MQTT_URL: 'mqtt://broker' })
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const { body } = await browser.get('/settings/advanced')
  t.match(body, 'Show tonight in Home Assistant')
  t.same(formIn(body).getAll('homeAssistant'), ['off', 'on'])
  t.notMatch((await browser.get('/settings/sharing')).body, 'Home Assistant')
  await browser.post('/settings', formIn(body, { ...save, homeAssistant: 'off' }))
  t.equal((await readHouseholdSettings(web.db)).homeAssistant, false)
  t.match((await browser.get('/history')).body, 'Show tonight in Home Assistant')

  const { browser: other, web: withoutBroker } = await householdPage(t)
  const advanced = (await other.get('/settings/advanced')).body
  t.notMatch(advanced, 'Home Assistant')
  await other.post('/settings', formIn(advanced, { ...save, lookAheadDays: '9' }))
  t.match(await readHouseholdSettings(withoutBroker.db), { lookAheadDays: 9, homeAssistant: true })
})

t.test('a save takes effect, plans, and requests a push', async t => {
  const household = await householdPage(t)
  const { web, browser, nights, pushes } = household
  const requests = await pushes()
  const who = async () =>
    new Map((await nights()).map(({ night, caregiver }) => [night.toString(), caregiver]))
  const before = await who()
  const form = await wholeForm(household, {
    ...save,
    'parents.a.name': '  Sam ',
    'parents.a.unavailableWeekdays': ['2', '4'],
    'parents.b.unavailableWeekdays': '6',
    lookAheadDays: '21',
    pastLimitDays: '0',
    updateFrequency: 'weekly',
    timeZone: 'Europe/Lisbon',
    dayTurnsAtHour: '5',
    weekStart: '7',
    statisticsOrder: 'oldest',
    countFrom: '2026-01-15',
  })
  t.equal((await browser.post('/settings', form)).statusCode, 302)
  const { countFrom, ...settings } = await readHouseholdSettings(web.db)
  t.equal(countFrom?.toString(), '2026-01-15')
  t.match(settings, {
    parents: {
      a: { name: 'Sam', unavailableWeekdays: [2, 4] },
      b: { name: 'Robin', unavailableWeekdays: [6] },
    },
    lookAheadDays: 21,
    pastLimitDays: 0,
    updateFrequency: 'weekly',
    timeZone: 'Europe/Lisbon',
    dayTurnsAtHour: 5,
    weekStart: 7,
    statisticsOrder: 'oldest',
    publish: false,
  })
  t.ok(Number(await pushes()) > Number(requests))

  const after = await who()
  const changed = [...after].filter(([night, caregiver]) => before.get(night) !== caregiver)
  t.ok(changed.length > 0)
  const { body } = await browser.get('/settings')
  const message = /<p>Saved\. (?<moves>[^<]+)<\/p>/.exec(body)?.groups?.['moves'] ?? ''
  const { nightFrom } = wordingFor('en')
  const from = tonight({ timeZone: 'Europe/Lisbon', dayTurnsAtHour: 5 }, web.clock.now())
  for (const [night] of changed)
    t.match(message, nightFrom(from, Temporal.PlainDate.from(night)), night)
  t.same(formIn(body).getAll('parents.a.unavailableWeekdays').toSorted(), ['2', '4'])
  t.ok(body.indexOf('id="parents.a.unavailableWeekdays" name') > 0)
})

t.test('a household says how it splits, reads it in the history, and undoes it', async t => {
  const household = await householdPage(t)
  const { web, browser, pushes } = household
  const before = await readHouseholdSettings(web.db)
  const folded = (await browser.get('/settings')).body
  t.match(folded, '<details class="split">')
  t.match(folded, '<span class="fine">Alex 50, Robin 50</span>')
  const typed = {
    share: '60',
    'weekdayWeights.5': '1.5',
    'parents.a.ratherNotWeekdays': ['4', '1'],
  }
  const preview = await browser.post('/settings', formIn(folded, { ...typed, step: 'preview' }))
  t.equal(preview.statusCode, 200)
  t.match(preview.body, '<details class="split" open>')
  t.match(preview.body, 'Nothing is saved yet.')
  t.same(await readHouseholdSettings(web.db), before)

  const requests = await pushes()
  const saved = await browser.post('/settings', formIn(preview.body, save))
  t.same([saved.statusCode, saved.headers.location], [302, '/settings'])
  t.match(await readHouseholdSettings(web.db), {
    share: 60,
    weekdayWeights: [1, 1, 1, 1, 1.5, 1, 1],
    parents: { a: { ratherNotWeekdays: [1, 4] }, b: { ratherNotWeekdays: [] } },
  })
  t.ok(Number(await pushes()) > Number(requests), 'the household is planned again')
  const { body } = await browser.get('/settings')
  t.match(body, '<span class="fine">Alex 60, Robin 40</span>')
  t.same(formIn(body).getAll('parents.a.ratherNotWeekdays'), ['1', '4'])
  t.equal(formIn(body).get('weekdayWeights.5'), '1.5')

  const history = (await browser.get('/history')).body
  for (const [label, earlier, later] of [
    ['Share of the nights', 'Alex 50, Robin 50', 'Alex 60, Robin 40'],
    ['What a night counts', 'every night alike', 'Friday 1.5'],
    ['Weekdays to avoid, Alex', 'none', 'Monday and Thursday'],
  ]) {
    t.match(history, `<dt>${label}</dt><dd><bdi>${earlier}</bdi>`)
    t.match(history, `<bdi>${later}</bdi></dd>`)
  }
  const change = /name="change" value="([^"]+)"/.exec(body)?.[1] ?? ''
  await browser.post('/changes/undo', { change })
  t.same(await readHouseholdSettings(web.db), before)
})

t.test('refuses a share and a weight that are not offered, and saves nothing', async t => {
  const { browser, contents } = await householdPage(t)
  const { body } = await browser.get('/settings')
  const before = await contents()
  const typed = { 'parents.a.name': 'Sam', share: '80', 'weekdayWeights.5': '4', ...save }
  const refused = await browser.post('/settings', formIn(body, typed))
  t.equal(refused.statusCode, 400)
  t.match(refused.body, '<a href="#share">A share is 30 to 70 of 100 nights, in steps of 5.</a>')
  t.match(refused.body, '<a href="#weekdayWeights">A night counts 1, 1.5, 2, 2.5 or 3.</a>')
  t.match(refused.body, '<details class="split" open>')
  t.equal(await contents(), before)
})

t.test('a preview names every night that a save would change, and writes nothing', async t => {
  const household = await householdPage(t)
  const { browser, nights, contents } = household
  const typed = { 'parents.b.unavailableWeekdays': ['1', '3'], lookAheadDays: '20' }
  const old = new Map((await nights()).map(({ night, caregiver }) => [night.toString(), caregiver]))
  const before = await contents()
  const { statusCode, body } = await browser.post(
    '/settings',
    await wholeForm(household, { ...typed, step: 'preview' }),
  )
  t.equal(statusCode, 200)
  t.equal(await contents(), before)
  t.match(body, /<h3 id="preview-title" tabindex="-1" autofocus>What would change/)
  t.match(body, 'Nothing is saved yet.')
  t.match(body, /10 nights, from .+ to .+, would no longer be planned\./)
  t.match(Object.fromEntries(formIn(body)), { lookAheadDays: '20' }, 'as typed')
  t.same(formIn(body).getAll('parents.b.unavailableWeekdays'), ['1', '3'])
  t.equal((body.match(/ autofocus/g) ?? []).length, 1)

  const rows = body.match(/<li class="move">/g)?.length ?? 0
  t.match(body, `${rows} night`)
  await browser.post('/settings', formIn(body, save))
  const changed = (await nights()).filter(
    ({ night, caregiver }) => old.get(night.toString()) !== caregiver,
  )
  t.equal(rows, changed.length)
  const said = /<p>Saved\. (?<moves>[^<]+)<\/p>/.exec((await browser.get('/settings')).body)
  for (const { night } of changed)
    t.match(said?.groups?.['moves'], wordingFor('en').nightFrom(household.today, night))
})

t.test('one press on the message undoes a save, and leads back to the page', async t => {
  const household = await householdPage(t)
  const { browser, web, nights } = household
  const who = async () => (await nights()).map(({ caregiver }) => caregiver)
  const before = await who()
  const typed = { ...save, lookAheadDays: '20', timeZone: 'Europe/Lisbon' }
  await browser.post('/settings', formIn((await browser.get('/settings/advanced')).body, typed))
  const shown = (await browser.get('/settings/advanced')).body
  const form =
    /name="change" value="(?<change>[^"]+)"><input[^>]+name="return" value="(?<back>[^"]+)"/
  const { change = '', back = '' } = form.exec(shown)?.groups ?? {}
  const undone = await browser.post('/changes/undo', { change, return: back })
  t.same([undone.statusCode, undone.headers.location], [302, '/settings/advanced'])
  t.match((await browser.get('/settings/advanced')).body, '<p>Undone.')
  t.match(await readHouseholdSettings(web.db), { lookAheadDays: 30, timeZone: 'Europe/Paris' })
  t.same(await who(), before)

  const history = (await browser.get('/history')).body
  t.match(history, /<bdi>You restored earlier settings: [^<]*Time zone/)
  t.notMatch(history, 'action="/changes/undo"')
  await browser.post('/settings', await wholeForm(household, { ...save, lookAheadDays: '21' }))
  t.match((await browser.get('/history')).body, 'action="/changes/undo"', 'offered there, too')
  const refused = await browser.post('/changes/undo', { change, return: back })
  t.equal(refused.statusCode, 409)
  t.match(refused.body, '<p>These settings changed again since, so nothing was undone.</p>')
})

t.test('Enter in a field previews and saves nothing', async t => {
  const { browser, contents } = await householdPage(t)
  const page = (await browser.get('/settings')).body
  const first = /<button[^>]+name="step" value="([^"]+)"/.exec(page)?.[1]
  t.equal(first, 'preview', 'the first button is the one that Enter presses')
  const before = await contents()
  for (const step of [{}, { step: '' }, { step: 'Save' }, { step: ['save', 'save'] }]) {
    const answer = await browser.post('/settings', formIn(page, { ...step, lookAheadDays: '9' }))
    t.equal(answer.statusCode, 200)
  }
  t.equal(await contents(), before)
})

t.test('a new name is on every page, and the plan does not change', async t => {
  const { browser, nights, pushes } = await householdPage(t)
  const who = async () =>
    (await nights()).map(({ night, caregiver }) => `${night.toString()} ${caregiver}`)
  const [before, requests] = [await who(), await pushes()]
  const form = formIn((await browser.get('/settings')).body, { ...save, 'parents.a.name': 'Sam' })
  await browser.post('/settings', form)
  t.match((await browser.get('/settings')).body, 'Saved. Every night stays as it was.')
  t.same(await who(), before)
  for (const path of ['/', '/statistics', '/settings']) {
    const { body } = await browser.get(path)
    t.match(body, 'Sam', path)
    t.notMatch(body, 'Alex', path)
  }
  t.ok(Number(await pushes()) > Number(requests), 'the titles are to follow')
})
