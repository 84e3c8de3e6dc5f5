import { CalendarError, type AddressAnswer } from '@night-routine/calendar'
import { saveCalendar } from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import { readAbsenceSources, readSourceAbsences } from '@night-routine/database/nights'
import { saveMemberParent } from '@night-routine/database/people'
import t from 'tap'
import absenceSources from '../../../src/household/absences/absence-sources-route.ts'
import { sourceViews } from '../../../src/household/absences/absence-sources-view.ts'
import { alex, now } from '../../demo-household.ts'
import { day } from '../../nights.ts'
import { routeService } from '../../route-service.ts'
import { listing, webContext } from '../../web-context.ts'
import { wordingFor } from '@night-routine/wording'
import { householdPage } from '../settings/household-page.ts'

const page = '/settings/absences/calendar'
const byAddress = '/settings/absences/address'

t.test('a calendar of the account is added, listed and removed', async t => {
  const { web, browser, today, nights } = await householdPage(t)
  const { db, emulator } = web
  await saveMemberParent(db, 'alex@example.com', 'a')
  const [from, to] = [today.add({ days: 3 }), today.add({ days: 9 })]
  await emulator.control.createEvent('family', {
    summary: 'Trip with Kim',
    start: { date: from.toString() },
    end: { date: to.add({ days: 1 }).toString() },
  })
  const form = await browser.get(page)
  t.equal(form.statusCode, 200)
  t.match(form.body, '<option value="family">')
  t.match(form.body, 'What you add here counts for Alex.')

  const added = await browser.post(page, { calendar: 'family' })
  t.same([added.statusCode, added.headers.location], [302, '/settings#absences'])
  const inside = (await nights()).filter(
    ({ night }) =>
      Temporal.PlainDate.compare(night, from) >= 0 && Temporal.PlainDate.compare(night, to) <= 0,
  )
  t.notOk(inside.some(({ caregiver }) => caregiver === 'a'))
  const { body } = await browser.get('/settings')
  t.match(body, 'Calendar added. Its absences count from now on.')
  t.match((await browser.get(page)).body, '7 nights away, read')
  t.notMatch(body, 'action="/changes/undo"', 'Remove is beside it')
  t.match((await browser.get('/history')).body, /You take absences from “[^”]+”: 7 nights away/)

  const twice = await browser.post(page, { calendar: 'family' })
  t.equal(twice.statusCode, 400)
  t.match(twice.body, 'You already take absences from this calendar.')

  const [source] = await readAbsenceSources(db)
  const remove = () => browser.post(`${page}/remove`, { source_id: source?.id ?? '' })
  t.equal((await remove()).headers.location, '/settings#absences')
  t.match((await browser.get('/settings')).body, 'Calendar removed. Its absences no longer count.')
  t.same(await readSourceAbsences(db), [])
  t.match((await browser.get('/history')).body, 'You no longer take absences from')
  await remove()
  t.match((await browser.get('/settings')).body, 'Nothing to change.')
  t.notMatch(JSON.stringify(web.log), /Kim/, 'no title is in the log')
})

t.test('refuses what is no calendar of theirs, and saves nothing', async t => {
  const { web, browser } = await householdPage(t)
  const { db } = web
  const refused = async (path: string, form: Record<string, string>, sentence: string) => {
    const { statusCode, body } = await browser.post(path, form)
    t.equal(statusCode, 400, sentence)
    t.match(body, sentence)
    t.match(body, 'Nothing was saved.')
  }
  await refused(page, { calendar: 'family' }, 'Say which parent you are first')
  t.match((await browser.get(page)).body, 'href="/you#parent"')
  await saveMemberParent(db, 'alex@example.com', 'a')
  const family = { calendarId: 'family', calendarName: 'Family' }
  await transaction(db, trx => saveCalendar(trx, family))
  t.notMatch((await browser.get(page)).body, 'value="family"', 'it is not offered')
  await refused(page, { calendar: 'family' }, 'This calendar has your plan')
  await refused(page, { calendar: 'nowhere' }, 'Choose a calendar from the list.')
  await refused(page, {}, 'Choose a calendar from the list.')
  const address = 'Paste an address that starts with https or webcal.'
  for (const typed of ['', 'http://example.com/a.ics', 'file:///etc/passwd'])
    await refused(byAddress, { address: typed }, address)
  for (const host of ['localhost', '10.0.0.1'])
    await refused(
      byAddress,
      { address: `https://${host}/a.ics` },
      `${host} is in a private network`,
    )
  t.same(await readAbsenceSources(db), [])
})

/** The route with a provider that is away, where Alex is a parent, and an address answers like this. */
async function withAddress(t: Parameters<typeof webContext>[0], answer: AddressAnswer) {
  const context = await webContext(t, { grant: 'connected' })
  const service = await routeService(t, alex)
  const readAddress = async () => answer
  const away = listing(async () => {
    throw new CalendarError('unavailable')
  })
  await service.register(absenceSources, { ...context, ...away, readAddress })
  await context.db
    .insertInto('accounts')
    .values({ email: alex.email, subject: '1', parent: 'a' })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const post = (form: Record<string, string>) =>
    service.inject({
      method: 'POST',
      url: byAddress,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  return { ...context, service, post }
}

t.test('an address is read before it is saved', async t => {
  const trip = { kind: 'days', first: day('2026-11-24'), last: day('2026-11-25') } as const
  const { db, service, post } = await withAddress(t, {
    kind: 'read',
    busy: [trip],
    skipped: {},
    etag: null,
  })
  const { body } = await service.inject(page)
  t.match(body, 'We can’t list the calendars right now.')
  t.match(body, 'name="address"')
  t.equal((await post({ address: 'webcal://example.com/secret.ics' })).statusCode, 302)
  t.match(await readAbsenceSources(db), [{ parent: 'a', kind: 'address', name: 'example.com' }])
  t.match(
    (await readSourceAbsences(db)).map(({ from, to }) => `${from.toString()} ${to.toString()}`),
    ['2026-11-24 2026-11-25'],
  )
})

t.test('one sentence for each way that an address can be wrong', async t => {
  for (const [trouble, sentence] of [
    ['slow', 'example.com took too long to answer.'],
    ['huge', 'example.com is too large for us to read.'],
    ['private', 'example.com is in a private network'],
    ['gone', 'example.com has no such calendar any more'],
    ['not-a-calendar', 'example.com didn’t send a calendar.'],
    ['refused', 'example.com won’t let us read this calendar.'],
    ['unreachable', 'We can’t reach example.com right now.'],
  ] as const) {
    const { db, post } = await withAddress(t, { kind: 'failed', trouble })
    const { statusCode, body } = await post({ address: 'https://example.com/secret.ics' })
    t.equal(statusCode, 400)
    t.match(body, sentence)
    t.same(await readAbsenceSources(db), [], 'nothing is saved')
  }
})

t.test('says what was read, and what still counts after a failure', async t => {
  const source = { id: '1', parent: 'a', kind: 'address', name: 'example.com' } as const
  const nights = {
    source: '1',
    parent: 'a',
    from: day('2026-11-18'),
    to: day('2026-11-21'),
  } as const
  const readAt = now.subtract({ hours: 3 })
  const linesOf = (
    outcome: Parameters<typeof sourceViews>[0]['sources'][number]['outcome'],
    found = [nights],
  ) => {
    const facts = { found, names: { a: 'Alex', b: 'Robin' }, tonight: day('2026-11-20'), now }
    const sources = [{ ...source, outcome, readAt, checkedAt: now }]
    return sourceViews({ sources, ...facts, wording: wordingFor('en') })[0]?.lines
  }
  t.same(linesOf('read'), ['2 nights away, read 3 hours ago'])
  t.same(linesOf('read', []), ['no nights away, read 3 hours ago'])
  t.same(linesOf('gone'), [
    'example.com has no such calendar any more, or no longer shares it.',
    'The absences of 3 hours ago still count.',
  ])
  for (const [outcome, line] of [
    ['unreachable', 'We can’t reach example.com right now.'],
    ['disconnected', 'The account of example.com has to be reconnected.'],
    ['selected', 'example.com has your plan now, so its absences don’t count.'],
    ['key-lost', 'We can’t decrypt the address at example.com. Remove it, and add it again.'],
  ] as const)
    t.same(linesOf(outcome, []), [line])
})
