import { transaction } from '@night-routine/database/connection'
import { appendHistory, readAbsences, readNights } from '@night-routine/database/nights'
import { saveMemberParent } from '@night-routine/database/people'
import t, { type Test } from 'tap'
import { sync } from '../../../src/nights/home/sync.ts'
import { Browser } from '../../browser.ts'
import { alex, noWakes } from '../../demo-household.ts'
import { runWeb } from '../../running-web.ts'

async function open(t: Test, { planned = true } = {}) {
  const web = await runWeb(t)
  const { db, clock } = web
  if (planned) await sync({ db, lockingDb: db, clock, wake: noWakes }, alex)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const today = clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate()
  const night = async (days: number) => {
    const [found] = await readNights(db, today.add({ days }), today.add({ days }))
    if (!found) throw new Error('the night is planned')
    return found
  }
  return { web, db, browser, night }
}

/** The change that the first Undo button undoes, and where it returns to. */
const undoOf = (body: string) => {
  const form =
    /name="change" value="([^"]+)"><input type="hidden" name="return" value="([^"]+#change-[^"]+)"/
  return (form.exec(body)?.slice(1) ?? []).map(text => text.replaceAll('&#x3D;', '='))
}

t.test('shows a change at once and can undo it', async t => {
  const { browser, night } = await open(t)
  const chosen = await night(5)
  await browser.post('/nights/babysitter', {
    assignment_id: chosen.id.toString(),
    babysitter_name: '<Maria & "Jo">',
  })
  const { statusCode, headers, body } = await browser.get('/history')
  t.equal(statusCode, 200)
  t.match(headers['content-type'], 'text/html')
  t.match(body, /<bdi>You booked &lt;Maria &amp; &quot;Jo&quot;&gt; for .+<\/bdi>/)
  t.notMatch(body, '<bdi>alex@example.com')
  t.match(body, /\d+ nights planned: /)

  const [change = '', back = ''] = undoOf(body)
  t.equal(back, `/history#change-${change}`)
  const undone = await browser.post('/changes/undo', { change, return: back })
  t.same([undone.statusCode, undone.headers.location], [302, back])
  const after = (await browser.get('/history')).body
  t.match(after, /<p>Undone\. /)
  t.match(after, `id="change-${change}"`)
  t.match(after, /<bdi>You undid: .+<\/bdi>/)
  t.same(undoOf(after), [], 'an undone change cannot be undone again')
  t.equal((await night(5)).caregiver, chosen.caregiver)
})

t.test('each parent reads a change from their own side', async t => {
  const { web, browser, night } = await open(t)
  const robin = new Browser(web)
  await robin.signIn('robin@example.com')
  await saveMemberParent(web.db, 'alex@example.com', 'a')
  await saveMemberParent(web.db, 'robin@example.com', 'b')
  const chosen = await night(5)
  t.equal(chosen.caregiver, 'b')
  await browser.post('/nights/give', { assignment_id: chosen.id.toString(), to: 'a' })
  const [toAlex, toRobin] = [await browser.get('/history'), await robin.get('/history')]
  t.match(toAlex.body, /<bdi>You took \w+ \d+ from Robin<\/bdi>/)
  t.match(toRobin.body, /<bdi>Alex took \w+ \d+ from you<\/bdi>/)
})

t.test('an absence is undone from here; an undo returns to our own pages only', async t => {
  const { db, browser, night } = await open(t)
  const { night: from } = await night(3)
  const absence = { parent: 'b', from: from.toString(), to: '', step: 'save' }
  await browser.post('/settings/absences', absence)
  const [change = ''] = undoOf((await browser.get('/history')).body)
  const elsewhere = { change, return: '//example.com/' }
  t.equal((await browser.post('/changes/undo', elsewhere)).headers.location, '/')
  t.same(await readAbsences(db), [])
})

t.test('the history of one night shows its changes and its first plan', async t => {
  const { browser, night } = await open(t)
  const [one, other] = [await night(5), await night(9)]
  const to = one.caregiver === 'a' ? 'b' : 'a'
  await browser.post('/nights/give', { assignment_id: one.id.toString(), to })
  const of = async (date: string) => (await browser.get(`/history?night=${date}`)).body
  t.match(await of(one.night.toString()), /<bdi>You gave Alex /)
  t.match(await of(one.night.toString()), /\d+ nights planned: /)
  t.notMatch(await of(other.night.toString()), /<bdi>You gave Alex /)
  t.match(await of('2020-02-29'), 'Nothing has been recorded for this night.')
  t.equal((await browser.get('/history?night=')).statusCode, 200, 'an empty field is every night')
})

t.test('paging shows every change once', async t => {
  const { db, browser } = await open(t, { planned: false })
  t.match((await browser.get('/history')).body, 'Nothing has changed yet')
  for (let index = 1; index <= 45; index++)
    await transaction(db, trx =>
      appendHistory(trx, [
        {
          at: Temporal.Instant.from('2026-01-01T12:00:00Z').add({ hours: index }),
          actorKind: 'person',
          actor: `person${index}@example.com`,
          action: 'absence-added',
          night: null,
          before: null,
          after: { id: '1', parent: 'a', from: '2026-02-01', to: '2026-02-03' },
        },
      ]),
    )
  const seen: string[] = []
  let address: string | undefined = '/history'
  let pages = 0
  while (address !== undefined) {
    const { body } = await browser.get(address)
    seen.push(...[...body.matchAll(/Person\d+/g)].map(String))
    const next = /href="(\/history\?before=\d+)"/.exec(body)?.[1]
    t.equal(body.includes('Newest changes'), pages > 0)
    address = next
    pages++
  }
  t.equal(pages, 3)
  t.same(
    seen,
    Array.from({ length: 45 }, (_, index) => `Person${45 - index}`),
  )
})

t.test('an invalid address gets 400, and strangers see nothing', async t => {
  const { web, browser } = await open(t, { planned: false })
  for (const query of ['before=0', 'before=x', 'before=', 'night=2026-02-30', 'night=1'])
    t.equal((await browser.get(`/history?${query}`)).statusCode, 400, query)
  t.equal((await browser.get('/history?before=9223372036854775807')).statusCode, 200)
  t.equal((await new Browser(web).get('/history')).statusCode, 401)
})
