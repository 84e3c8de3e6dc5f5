import { readHouseholdSettings, tonight } from '@night-routine/household'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { plannedHousehold, undoIn } from '../../planned-household.ts'
import { runWeb } from '../../running-web.ts'
import { formIn, wholeForm } from './settings-page.ts'

const save = { step: 'save' }
const pages = ['/settings', '/settings/sharing', '/settings/advanced']

t.test('the settings by forms', async t => {
  const household = await plannedHousehold(t)
  const { web, db, alex, robin, nights, contents, pushes } = household
  const page = async (path = '/settings') => (await alex.get(path)).body
  const send = (form: URLSearchParams) => alex.post('/settings', form)
  const stored = () => readHouseholdSettings(db)
  const who = async () =>
    new Map((await nights()).map(({ night, caregiver }) => [night.toString(), caregiver]))
  const back = async (body: string, path: string) => {
    const undone = await alex.post('/changes/undo', { change: undoIn(body), return: path })
    t.same([undone.statusCode, undone.headers.location], [302, path])
  }

  await t.test('are shown, and saving them unchanged does nothing', async t => {
    const body = await page()
    t.match(body, '<title>Settings: Family · Night Routine</title>')
    t.equal(body.match(/<a href="\/settings" aria-current="page">/g)?.length, 2)
    t.ok(body.length < 40_000, `${body.length} characters`)
    t.match(await page('/settings/sharing'), 'Nothing is published')
    const forms = await Promise.all(pages.map(async path => formIn(await page(path))))
    const [family = {}, sharing = {}, advanced = {}] = forms.map(each => Object.fromEntries(each))
    const names = { 'parents.a.name': 'Alex', 'parents.b.name': 'Robin' }
    t.match(family, { page: 'family', seen: /^[\da-f]{16}$/, ...names })
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
    const before = await contents()
    for (const [index, form] of forms.entries()) {
      form.append('step', 'save')
      t.equal((await send(form)).headers.location, pages[index])
      t.match(await page(pages[index]), 'Nothing to change.')
    }
    // Enter presses the first button, which saves nothing.
    t.match(body, /^(?:(?!<button[^>]+name="step")[^])*<button[^>]+name="step" value="preview"/)
    for (const step of [{}, { step: 'Save' }, { step: ['save', 'save'] }])
      t.equal((await send(formIn(body, { ...step, 'parents.a.name': 'Sam' }))).statusCode, 200)
    t.equal(await contents(), before)
  })

  await t.test(
    'a preview names every night that a save would change, and undo brings it back',
    async t => {
      const typed = { 'parents.b.unavailableWeekdays': ['1', '3'], lookAheadDays: '20' }
      const [old, before, requests] = [await who(), await contents(), await pushes()]
      const preview = await send(await wholeForm(household, { ...typed, step: 'preview' }))
      t.equal(preview.statusCode, 200)
      t.equal(await contents(), before)
      const { body } = preview
      t.match(body, /<h3 id="preview-title" tabindex="-1" autofocus>What would change/)
      t.match(body, 'Nothing is saved yet.')
      t.match(body, /10 nights, from .+ to .+, would no longer be planned\./)
      t.match(Object.fromEntries(formIn(body)), { lookAheadDays: '20' }, 'as typed')
      t.same(formIn(body).getAll('parents.b.unavailableWeekdays'), ['1', '3'])
      t.equal((body.match(/ autofocus/g) ?? []).length, 1)
      await send(formIn(body, save))
      const changed = [...(await who())].filter(
        ([night, caregiver]) => old.get(night) !== caregiver,
      )
      t.equal(body.match(/<li class="move">/g)?.length, changed.length)
      t.ok((await pushes()) > requests)
      const saved = await page()
      const said = /<p>Saved\. (?<moves>[^<]+)<\/p>/.exec(saved)?.groups?.['moves']
      for (const [night] of changed)
        t.match(said, wordingFor('en').nightFrom(household.today, Temporal.PlainDate.from(night)))
      await back(saved, '/settings')
      t.match(await page(), '<p>Undone.')
      t.same(await who(), old)
      t.match(await page('/history'), /<bdi>You restored earlier settings: [^<]*/)
      await send(await wholeForm(household, { ...save, lookAheadDays: '21' }))
      const refused = await alex.post('/changes/undo', { change: undoIn(saved) })
      t.equal(refused.statusCode, 409)
      t.match(refused.body, '<p>These settings changed again since, so nothing was undone.</p>')
    },
  )

  await t.test(
    'a parent says what they would rather skip, reads it in the history, and undoes it',
    async t => {
      const before = await stored()
      await send(formIn(await page(), { ...save, 'parents.a.ratherNotWeekdays': ['4', '1'] }))
      const parents = { a: { ratherNotWeekdays: [1, 4] }, b: { ratherNotWeekdays: [] } }
      t.match(await stored(), { parents })
      const body = await page()
      t.same(formIn(body).getAll('parents.a.ratherNotWeekdays'), ['1', '4'])
      t.match(
        await page('/history'),
        /<dt>Your weekdays to avoid<\/dt><dd><bdi>none<\/bdi>.*<bdi>Monday and Thursday<\/bdi><\/dd>/,
      )
      await back(body, '/settings')
      t.same(await stored(), before)
    },
  )

  await t.test('a new name is on every page, and the plan does not change', async t => {
    const [before, requests] = [await who(), await pushes()]
    await send(formIn(await page(), { ...save, 'parents.b.name': '  Sam ' }))
    t.match(await page(), 'Saved. Every night stays as it was.')
    t.same(await who(), before)
    for (const path of ['/', '/statistics', '/settings']) {
      const body = await page(path)
      t.match(body, 'Sam', path)
      t.notMatch(body, 'Robin', path)
    }
    t.ok((await pushes()) > requests, 'the titles are to follow')
    await send(formIn(await page(), { ...save, 'parents.b.name': 'Robin' }))
  })

  await t.test('shows every fault in page order, beside its field, and saves nothing', async t => {
    const before = await contents()
    const typed = {
      'parents.a.name': '',
      'parents.b.unavailableWeekdays': ['2', '5'],
      lookAheadDays: 'many',
      timeZone: '<Mars>',
      dayTurnsAtHour: '21:00',
    }
    for (const step of ['preview', 'save']) {
      const { statusCode, body } = await send(await wholeForm(household, { ...typed, step }))
      t.equal(statusCode, 400)
      t.same(
        [...body.matchAll(/<a href="#([^"]+)">/g)].map(([, field]) => field),
        ['parents.a.name', 'lookAheadDays', 'timeZone'],
      )
      t.match(body, 'id="lookAheadDays-fault">The plan can reach 1 to 365')
      const controls = [...body.matchAll(/<input[^>]* aria-invalid="true"[^>]*>/g)].map(String)
      for (const control of controls) t.match(control, /aria-describedby="[^"]*-fault"/)
      t.match(/<input[^>]* autofocus>/.exec(body)?.[0], 'id="parents.a.name"')
      t.equal((body.match(/ autofocus/g) ?? []).length, 1)
      t.match(body, '<title>Not saved: Settings')
      t.match(body, 'Nothing was saved.')
      const kept = { 'parents.a.name': '', lookAheadDays: 'many', timeZone: '&lt;Mars&gt;' }
      t.match(Object.fromEntries(formIn(body)), kept, 'as typed')
      t.same(formIn(body).getAll('parents.b.unavailableWeekdays'), ['2', '5'])
    }
    const late = await wholeForm(household, { ...save, dayTurnsAtHour: '21:00' })
    t.match((await send(late)).body, 'id="dayTurnsAtHour-fault">Choose 17:00 or earlier')
    const form = formIn(await page(), { ...save, 'parents.a.name': 'Eve' })
    const foreign = { origin: 'https://elsewhere.example' }
    t.equal((await alex.post('/settings', form, foreign)).statusCode, 403)
    t.equal((await alex.json('/settings', '{"step":"save"}')).statusCode, 400)
    t.equal((await alex.post('/settings')).statusCode, 400, 'no form at all')
    t.equal((await new Browser(web).post('/settings', form)).statusCode, 401)
    t.equal(await contents(), before)
  })

  const avoided = 'parents.a.ratherNotWeekdays'
  const names = async () => {
    const { parents } = await stored()
    return [parents.a.name, parents.b.name, parents.a.ratherNotWeekdays.join()]
  }

  await t.test('of two simultaneous saves one is refused, and nothing is mixed', async t => {
    const body = await page()
    const forms = [
      formIn(body, { ...save, 'parents.a.name': 'Sam', [avoided]: '1' }),
      formIn(body, { ...save, 'parents.b.name': 'Kim', [avoided]: '2' }),
    ] as const
    const answers = await Promise.all([send(forms[0]), robin.post('/settings', forms[1])])
    t.same(answers.map(({ statusCode }) => String(statusCode)).toSorted(), ['302', '409'])
    const firstWon = answers[0].statusCode === 302
    t.same(await names(), firstWon ? ['Sam', 'Robin', '1'] : ['Alex', 'Kim', '2'])
    const refused = firstWon ? answers[1].body : answers[0].body
    t.match(refused, 'The settings have changed since you opened this page.')
    const again = formIn(refused, save)
    t.equal(again.get(avoided), firstWon ? '2' : '1', 'as typed')
    t.equal((await (firstWon ? robin : alex).post('/settings', again)).statusCode, 302)
    t.same(await names(), firstWon ? ['Alex', 'Kim', '2'] : ['Sam', 'Robin', '1'])
  })

  await t.test('a whole form takes effect at once', async t => {
    const more = { timeZone: 'Europe/Lisbon', dayTurnsAtHour: '5', weekStart: '7' }
    const form = await wholeForm(household, { ...save, ...more, 'parents.b.name': 'Lou' })
    t.equal((await send(form)).statusCode, 302)
    t.match(await stored(), { ...more, dayTurnsAtHour: 5, weekStart: 7, lookAheadDays: 21 })
    t.match(await page('/'), /<thead>\s*<tr><th scope="col" abbr="Sunday"/)
    const first = tonight({ timeZone: 'Europe/Lisbon', dayTurnsAtHour: 5 }, web.clock.now())
    t.ok((await who()).has(first.toString()))
  })
})

t.test('shows what stands for names and a zone that are not chosen yet', async t => {
  const unset = undefined as never
  const more = { PARENT_A: unset, PARENT_B: unset, TIME_ZONE: unset, MQTT_URL: 'mqtt://broker' }
  const web = await runWeb(t, more)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const family = (await browser.get('/settings')).body
  t.match(family, / name="parents.a.name" value="" [^>]*placeholder="Parent A"/)
  t.match(family, '<legend>Parent A is always away on</legend>')
  const advanced = (await browser.get('/settings/advanced')).body
  t.match(advanced, / name="timeZone" value="" [^>]*placeholder="UTC"/)
  t.same(formIn(advanced).getAll('homeAssistant'), ['off', 'on'], 'where there is a broker')
  const typed = { ...save, lookAheadDays: '9', homeAssistant: 'off' }
  await browser.post('/settings', formIn(advanced, typed))
  t.match(await readHouseholdSettings(web.db), {
    lookAheadDays: 9,
    homeAssistant: false,
    timeZone: null,
    parents: { a: { name: null }, b: { name: null } },
  })
  const history = (await browser.get('/history')).body
  t.match(history, 'Show tonight in Home Assistant')
  t.notMatch(history, 'UTC', 'nobody chose it')
})
