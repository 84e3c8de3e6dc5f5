import t from 'tap'
import type { Test } from 'tap'
import { emulatorFor } from '../../emulator.ts'
import { unescaped } from '../../page.ts'

const december = { calendar: 'family', month: '2026-12' }

/** A browser without scripts: it opens addresses and posts forms. */
async function browserAt(t: Test) {
  const { control, origin } = await emulatorFor(t)
  const open = async (query: Record<string, string> = december) => {
    const response = await fetch(`${origin}/?${new URLSearchParams(query).toString()}`)
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const post = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams({
      ...december,
      event: '',
      time: '',
      summary: '',
      description: '',
      ...form,
    })
    const response = await fetch(origin + path, { method: 'POST', body, redirect: 'manual' })
    return { status: response.status, location: response.headers.get('location') ?? '' }
  }
  return { control, origin, open, post, stored: () => control.events('family') }
}

t.test('creates an event in the month on the page', async t => {
  const { open, post, stored } = await browserAt(t)
  t.match((await open({ ...december, day: '2026-12-24' })).text, /New event.*value="2026-12-24"/s)
  const made = await post('/people/save', { date: '2026-12-24', summary: 'Alex' })
  t.same(made, { status: 303, location: '/?calendar=family&month=2026-12' })
  t.match(await stored(), [
    { summary: 'Alex', start: { date: '2026-12-24' }, end: { date: '2026-12-25' } },
  ])
  t.match((await open()).text, />Alex<\/a>/)
})

t.test('an edited event keeps its id, its length and what the form does not show', async t => {
  const { control, open, post, stored } = await browserAt(t)
  const { id } = await control.createEvent('family', {
    start: { date: '2026-12-24' },
    end: { date: '2026-12-27' },
    summary: 'Away',
    description: 'one\ntwo',
    extendedProperties: { private: { app: 'other' } },
  })
  const form = (await open({ ...december, event: id })).text
  t.match(form, /Edit event.*value="Away"/s)
  const asBrowsersSendIt = { event: id, description: 'one\r\ntwo', summary: 'Away' }
  const { etag } = (await stored())[0] ?? {}
  await post('/people/save', { ...asBrowsersSendIt, date: '2026-12-24' })
  t.equal((await stored())[0]?.etag, etag, 'saved without a change it is unchanged')
  await post('/people/save', { ...asBrowsersSendIt, date: '2026-12-30', summary: 'Moved' })
  const [moved, ...more] = await stored()
  t.same(more, [])
  t.match(moved, {
    id,
    summary: 'Moved',
    description: 'one\ntwo',
    start: { date: '2026-12-30' },
    end: { date: '2027-01-02' },
    extendedProperties: { private: { app: 'other' } },
  })
})

t.test('a time makes it an hour in the calendar’s zone, and no time a day again', async t => {
  const { open, post, stored } = await browserAt(t)
  await post('/people/save', { date: '2026-07-01', summary: 'Alex', month: '2026-07' })
  const { id = '' } = (await stored())[0] ?? {}
  await post('/people/save', { event: id, date: '2026-07-01', time: '20:30', summary: 'Alex' })
  t.match((await stored())[0], {
    start: { dateTime: '2026-07-01T20:30:00+01:00', timeZone: 'Europe/London' },
    end: { dateTime: '2026-07-01T21:30:00+01:00' },
  })
  t.notOk((await stored())[0]?.start.date)
  t.match((await open({ calendar: 'family', month: '2026-07' })).text, '20:30 Alex')
  await post('/people/save', { event: id, date: '2026-07-02', summary: 'Alex' })
  t.same((await stored())[0]?.start, { date: '2026-07-02' })
  t.same((await stored())[0]?.end, { date: '2026-07-03' })
})

t.test('a time from elsewhere is shown, and keeps its length, in the calendar’s zone', async t => {
  const { control, open, post, stored } = await browserAt(t)
  const { id } = await control.createEvent('family', {
    start: { dateTime: '2026-06-30T23:30:00Z' },
    end: { dateTime: '2026-07-01T02:00:00Z' },
  })
  const page = (await open({ calendar: 'family', month: '2026-07', event: id })).text
  t.match(page, /value="2026-07-01".*value="00:30"/s)
  await post('/people/save', { event: id, date: '2026-07-01', time: '01:30' })
  t.match((await stored())[0]?.end, { dateTime: '2026-07-01T04:00:00+01:00' })
})

t.test('deleting keeps the tombstone; twice is said in words', async t => {
  const { open, post, stored } = await browserAt(t)
  await post('/people/save', { date: '2026-12-24', summary: 'Alex' })
  const { id = '' } = (await stored())[0] ?? {}
  t.equal((await post('/people/remove', { event: id })).status, 303)
  t.equal((await stored())[0]?.status, 'cancelled')
  t.notMatch((await open()).text, />Alex<\/a>/)
  const again = new URL((await post('/people/remove', { event: id })).location, 'http://localhost')
  t.equal(again.searchParams.get('problem'), 'Resource has been deleted')
})

t.test('explains an invalid date or time, and changes nothing', async t => {
  const { open, post, stored } = await browserAt(t)
  const table: [Record<string, string>, string][] = [
    [{ date: '' }, 'A date is needed.'],
    [{ date: '2026-02-30' }, 'There is no date 2026-02-30.'],
    [{ date: 'Christmas' }, 'There is no date Christmas.'],
    [{ date: '2026-12-24', time: '25:00' }, 'There is no time 25:00.'],
    [{ date: '2026-12-24', time: 'soon' }, 'There is no time soon.'],
    [{ date: '2026-12-24', event: 'nobody1' }, 'Not Found'],
  ]
  for (const [form, words] of table) {
    const { location, status } = await post('/people/save', form)
    t.equal(status, 303)
    const { searchParams } = new URL(location, 'http://localhost')
    t.equal(searchParams.get('problem'), words)
    t.match(
      unescaped((await open(Object.fromEntries(searchParams))).text),
      `role="alert">${words}<`,
    )
  }
  t.same(await stored(), [])
})

t.test('titles and descriptions are text, whatever they look like', async t => {
  const { control, open } = await browserAt(t)
  const summary = '<img src=x onerror=alert(1)>"\'&'
  const { id } = await control.createEvent('family', {
    start: { date: '2026-12-24' },
    end: { date: '2026-12-25' },
    summary,
    description: '</textarea><script>alert(1)</script>',
  })
  await control.saveCalendar({ id: 'family', summary: '<b>Family</b>', roles: {} })
  const { headers, text } = await open({ ...december, event: id, problem: '<script>' })
  t.notMatch(text, /<img|<script|<b>/)
  t.equal(text.split('</textarea>').length, 2, 'one end, the page’s own')
  t.match(unescaped(text), summary)
  t.match(headers.get('content-security-policy'), "default-src 'none'")
})

t.test('an invalid month shows this month, an unknown calendar 404', async t => {
  const { open, origin, post } = await browserAt(t)
  for (const month of ['2026-13', 'x', '2026-1']) {
    t.equal((await open({ calendar: 'family', month })).status, 200)
  }
  t.equal((await open({ ...december, day: '2026-99-99', event: 'missing' })).status, 200)
  t.equal((await open({ calendar: 'missing' })).status, 404)
  t.equal((await post('/people/save', { calendar: 'missing' })).status, 404)
  t.equal((await fetch(`${origin}/people/save`, { method: 'POST' })).status, 404)
})
