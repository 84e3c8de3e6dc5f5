import { CalendarError, type AddressAnswer } from '@night-routine/calendar'
import { saveCalendar } from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import { readAbsenceSources, readSourceAbsences } from '@night-routine/database/nights'
import { saveMemberParent } from '@night-routine/database/people'
import t from 'tap'
import absenceSources from '../../../src/household/absences/absence-sources-route.ts'
import { sourceViews } from '../../../src/household/absences/absence-sources-view.ts'
import { alex as session, now } from '../../demo-household.ts'
import { day } from '../../nights.ts'
import { plannedHousehold } from '../../planned-household.ts'
import { routeService } from '../../route-service.ts'
import { listing, webContext } from '../../web-context.ts'
import { wordingFor } from '@night-routine/wording'

const page = '/settings/absences/calendar'
const byAddress = '/settings/absences/address'

t.test('absences from calendars of the account', async t => {
  const { web, db, alex, today, nights } = await plannedHousehold(t)

  await t.test('one is added, listed and removed', async t => {
    const [from, to] = [today.add({ days: 3 }), today.add({ days: 9 })]
    await web.emulator.control.createEvent('family', {
      summary: 'Trip with Kim',
      start: { date: from.toString() },
      end: { date: to.add({ days: 1 }).toString() },
    })
    const form = await alex.get(page)
    t.match(form.body, '<option value="family">')
    t.match(form.body, 'What you add here counts for Alex.')
    const added = await alex.post(page, { calendar: 'family' })
    t.same([added.statusCode, added.headers.location], [302, '/settings#absences'])
    const inside = (await nights()).slice(3, 10)
    t.notOk(inside.some(({ caregiver }) => caregiver === 'a'))
    const { body } = await alex.get('/settings')
    t.match(body, 'Calendar added. Its absences count from now on.')
    t.notMatch(body, 'action="/changes/undo"', 'Remove is beside it')
    t.match((await alex.get(page)).body, '7 nights away, read')
    t.match((await alex.get('/history')).body, /You take absences from “[^”]+”: 7 nights away/)
    t.match(
      (await alex.post(page, { calendar: 'family' })).body,
      'You already take absences from this calendar.',
    )
    const [source] = await readAbsenceSources(db)
    const remove = () => alex.post(`${page}/remove`, { source_id: source?.id ?? '' })
    t.equal((await remove()).headers.location, '/settings#absences')
    t.match((await alex.get('/settings')).body, 'Its absences no longer count.')
    t.same(await readSourceAbsences(db), [])
    await remove()
    t.match((await alex.get('/settings')).body, 'Nothing to change.')
    t.notMatch(JSON.stringify(web.log), /Kim/, 'no title is in the log')
  })

  await t.test('refuses what is no calendar of theirs, and saves nothing', async t => {
    const refused = async (path: string, form: Record<string, string>, sentence: string) => {
      const { statusCode, body } = await alex.post(path, form)
      t.equal(statusCode, 400, sentence)
      t.match(body, sentence)
      t.match(body, 'Nothing was saved.')
    }
    await saveMemberParent(db, 'alex@example.com', null)
    await refused(page, { calendar: 'family' }, 'Say which parent you are first')
    t.match((await alex.get(page)).body, 'href="/you#parent"')
    await saveMemberParent(db, 'alex@example.com', 'a')
    await transaction(db, trx => saveCalendar(trx, { calendarId: 'family', calendarName: 'F' }))
    t.notMatch((await alex.get(page)).body, 'value="family"', 'it is not offered')
    await refused(page, { calendar: 'family' }, 'This calendar has your plan')
    await refused(page, { calendar: 'nowhere' }, 'Choose a calendar from the list.')
    for (const typed of ['', 'http://example.com/a.ics', 'file:///etc/passwd'])
      await refused(byAddress, { address: typed }, 'Paste an address that starts with https or')
    const host = '10.0.0.1'
    await refused(byAddress, { address: `https://${host}/` }, `${host} is in a private network`)
    t.same(await readAbsenceSources(db), [])
  })
})

t.test('an address is read before it is saved, and refused in a sentence', async t => {
  const context = await webContext(t, { grant: 'connected' })
  const { db } = context
  const service = await routeService(t, session)
  let answer: AddressAnswer = { kind: 'failed', trouble: 'slow' }
  const away = listing(async () => {
    throw new CalendarError('unavailable')
  })
  await service.register(absenceSources, { ...context, ...away, readAddress: async () => answer })
  await db
    .insertInto('accounts')
    .values({ email: session.email, subject: '1', parent: 'a' })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const post = () =>
    service.inject({
      method: 'POST',
      url: byAddress,
      payload: new URLSearchParams({ address: 'webcal://example.com/secret.ics' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  for (const [trouble, sentence] of [
    ['slow', 'example.com took too long to answer.'],
    ['huge', 'example.com is too large for us to read.'],
    ['private', 'example.com is in a private network'],
    ['gone', 'example.com has no such calendar any more'],
    ['not-a-calendar', 'example.com didn’t send a calendar.'],
    ['refused', 'example.com won’t let us read this calendar.'],
    ['unreachable', 'We can’t reach example.com right now.'],
  ] as const) {
    answer = { kind: 'failed', trouble }
    const { statusCode, body } = await post()
    t.equal(statusCode, 400)
    t.match(body, sentence)
  }
  t.same(await readAbsenceSources(db), [], 'nothing is saved')
  const trip = { kind: 'days', first: day('2026-11-24'), last: day('2026-11-25') } as const
  answer = { kind: 'read', busy: [trip], skipped: {}, etag: null }
  t.match((await service.inject(page)).body, 'We can’t list the calendars right now.')
  t.equal((await post()).statusCode, 302)
  t.match(await readAbsenceSources(db), [{ parent: 'a', kind: 'address', name: 'example.com' }])
  t.equal((await readSourceAbsences(db)).length, 1)
})

t.test('says what was read, and what still counts after a failure', async t => {
  const source = { id: '1', parent: 'a', kind: 'address', name: 'example.com' } as const
  const range = { from: day('2026-11-18'), to: day('2026-11-21') }
  const nights = { source: '1', parent: 'a', ...range } as const
  const readAt = now.subtract({ hours: 3 })
  type Outcome = Parameters<typeof sourceViews>[0]['sources'][number]['outcome']
  const linesOf = (outcome: Outcome, found: (typeof nights)[]) => {
    const facts = { found, names: { a: 'Alex', b: 'Robin' }, tonight: day('2026-11-20'), now }
    const sources = [{ ...source, outcome, readAt, checkedAt: now }]
    return sourceViews({ sources, ...facts, wording: wordingFor('en') })[0]?.lines
  }
  for (const [outcome, found, ...lines] of [
    ['read', [nights], '2 nights away, read 3 hours ago'],
    ['read', [], 'no nights away, read 3 hours ago'],
    [
      'gone',
      [nights],
      'example.com has no such calendar any more, or no longer shares it.',
      'The absences of 3 hours ago still count.',
    ],
    ['unreachable', [], 'We can’t reach example.com right now.'],
    ['disconnected', [], 'The account of example.com has to be reconnected.'],
    ['selected', [], 'example.com has your plan now, so its absences don’t count.'],
    ['key-lost', [], 'We can’t decrypt the address at example.com. Remove it, and add it again.'],
  ] as const)
    t.same(linesOf(outcome, [...found]), lines)
})
