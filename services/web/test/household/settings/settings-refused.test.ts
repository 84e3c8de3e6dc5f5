import { readAbsences } from '@night-routine/database/nights'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { askedFor, formOf, postedForm } from '../../../src/household/settings/settings-form.ts'
import { formIn, householdPage, wholeForm } from './household-page.ts'
import { inForce } from './in-force.ts'

const save = { step: 'save' }
const everyDay = ['1', '2', '3', '4', '5', '6', '7']

t.test('each field says what is wrong with it', async t => {
  const rows: [Record<string, string | string[]>, string, string][] = [
    [{ 'parents.a.name': '' }, 'parents.a.name', 'Enter a name.'],
    [{ 'parents.a.name': ['Sam', 'Kim'] }, 'parents.a.name', 'Enter a name.'],
    [{ 'parents.b.name': '[x]' }, 'parents.b.name', 'A name can’t contain square brackets.'],
    [{ 'parents.b.name': ' aLEX' }, 'parents.b.name', 'The parents need different names.'],
    [
      { 'parents.a.unavailableWeekdays': '8' },
      'parents.a.unavailableWeekdays',
      'A weekday is a number',
    ],
    [
      { 'parents.a.unavailableWeekdays': everyDay, 'parents.b.unavailableWeekdays': everyDay },
      'parents.b.unavailableWeekdays',
      'At least one parent must be available',
    ],
    ...['0', '366', '-1', '1.5', '1e2', '0x10', 'many', ''].map(
      text =>
        [{ lookAheadDays: text }, 'lookAheadDays', 'The plan can reach 1 to 365'] satisfies [
          object,
          string,
          string,
        ],
    ),
    [{ pastLimitDays: '31' }, 'pastLimitDays', 'Past nights can be changed for 0 to 30 days.'],
    [{ pastLimitDays: '' }, 'pastLimitDays', 'Past nights can be changed for 0 to 30 days.'],
    [{ updateFrequency: 'hourly' }, 'updateFrequency', 'Choose one of these.'],
    [{ countFrom: '2026-02-30' }, 'countFrom', 'Enter a date such as'],
    [{ countFrom: 'yesterday' }, 'countFrom', 'Enter a date such as'],
    [{ countFrom: '1999-12-31' }, 'countFrom', 'Counting can start with a night'],
    [{ timeZone: 'Mars/Base' }, 'timeZone', 'Enter a time zone such as'],
    [{ timeZone: '' }, 'timeZone', 'Enter a time zone such as'],
    [
      { dayTurnsAtHour: '24' },
      'dayTurnsAtHour',
      'The next night starts at a full hour, such as 04:00.',
    ],
    [
      { dayTurnsAtHour: '04:30' },
      'dayTurnsAtHour',
      'The next night starts at a full hour, such as 04:00.',
    ],
    [{ weekStart: '0' }, 'weekStart', 'A week starts on a day'],
    [{ language: 'tlh' }, 'language', 'We don’t speak this language yet.'],
    [{ statisticsOrder: 'x' }, 'statisticsOrder', 'Choose one of these.'],
  ]
  const { values } = formOf(inForce)
  for (const [typed, field, text] of rows) {
    const { faults } = askedFor(postedForm({ ...values, ...typed }), inForce)
    const said = faults.filter(fault => fault.field === field).map(fault => fault.text)
    t.ok(said.join(' ').startsWith(text), `${JSON.stringify(typed)}: ${said.join(' ')}`)
  }
})

t.test('shows faults beside their fields and saves nothing', async t => {
  const { web, browser, contents } = await householdPage(t)
  const before = await contents()
  const rows: [Record<string, string | string[]>, string, string][] = [
    [{ 'parents.b.name': ' aLEX' }, 'parents.b.name', 'The parents need different names.'],
    [
      { 'parents.a.unavailableWeekdays': '8' },
      'parents.a.unavailableWeekdays',
      'A weekday is a number',
    ],
    [{ lookAheadDays: 'many' }, 'lookAheadDays', 'The plan can reach 1 to 365'],
    [{ updateFrequency: 'hourly' }, 'updateFrequency', 'Choose one of these.'],
    [{ dayTurnsAtHour: '21:00' }, 'dayTurnsAtHour', 'Choose 17:00 or earlier'],
  ]
  for (const step of ['save', 'preview'])
    for (const [typed, field, text] of rows) {
      const { statusCode, body } = await browser.post(
        '/settings',
        await wholeForm({ web, browser }, { ...typed, step }),
      )
      const at = `${step} ${JSON.stringify(typed)}`
      t.equal(statusCode, 400, at)
      t.ok(body.includes(`id="${field}-fault">${text}`), `${at}: beside its field`)
      t.ok(body.includes(`<a href="#${field}">${text}`), `${at}: at the top, with the way there`)
      const control = new RegExp(`<(?:input|select)[^>]* id="${field}"[^>]*>`).exec(body)?.[0] ?? ''
      t.match(control, 'aria-invalid="true"', at)
      t.match(control, new RegExp(`aria-describedby="[^"]*${field}-fault"`), at)
      t.match(control, ' autofocus', `${at}: the cursor is there`)
      t.equal((body.match(/ autofocus/g) ?? []).length, 1, `${at}: and only there`)
      t.match(body, '<title>Not saved: Settings')
      t.match(body, 'Nothing was saved.')
    }
  t.equal(await contents(), before)
})

t.test('shows every fault in page order and keeps what was typed', async t => {
  const household = await householdPage(t)
  const { browser } = household
  const typed = {
    'parents.a.name': '',
    'parents.b.unavailableWeekdays': ['2', '5'],
    lookAheadDays: 'many',
    timeZone: '<Mars>',
    countFrom: '2026-02-30',
    dayTurnsAtHour: '5',
  }
  const form = await wholeForm(household, { ...typed, ...save })
  const { body } = await browser.post('/settings', form)
  t.same(
    [...body.matchAll(/<a href="#([^"]+)">/g)].map(([, field]) => field),
    ['parents.a.name', 'lookAheadDays', 'countFrom', 'timeZone'],
  )
  t.match(/<input[^>]* autofocus>/.exec(body)?.[0], 'id="parents.a.name"')
  const { timeZone, ...kept } = Object.fromEntries(formIn(body))
  t.equal(timeZone, '&lt;Mars&gt;', 'as text')
  t.match(kept, { 'parents.a.name': '', lookAheadDays: 'many', dayTurnsAtHour: '5' })
  t.same(formIn(body).getAll('parents.b.unavailableWeekdays'), ['2', '5'])
})

t.test('accepts only our own forms', async t => {
  const { web, browser, contents } = await householdPage(t)
  const form = formIn((await browser.get('/settings')).body, { ...save, 'parents.a.name': 'Eve' })
  const before = await contents()
  const foreign = { origin: 'https://elsewhere.example' }
  t.equal((await browser.post('/settings', form, foreign)).statusCode, 403)
  t.equal((await browser.json('/settings', '{"step":"save"}')).statusCode, 400)
  t.equal((await browser.post('/settings')).statusCode, 400, 'no form at all')
  t.equal((await new Browser(web).post('/settings', form)).statusCode, 401)
  t.equal(await contents(), before)
  t.same(await readAbsences(web.db), [])
})
