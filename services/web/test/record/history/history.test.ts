import { transaction } from '@night-routine/database/connection'
import { appendHistory, readAbsences } from '@night-routine/database/nights'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { plannedHousehold } from '../../planned-household.ts'

/** The change that the first Undo button undoes, and where it returns to. */
const undoOf = (body: string) => {
  const form =
    /name="change" value="([^"]+)"><input type="hidden" name="return" value="([^"]+#change-[^"]+)"/
  return (form.exec(body)?.slice(1) ?? []).map(text => text.replaceAll('&#x3D;', '='))
}

t.test('the history page', async t => {
  const { web, db, alex, robin, today, mine, theirs, stored } = await plannedHousehold(t)
  const page = async (query = '', browser = alex) => (await browser.get(`/history${query}`)).body

  await t.test('shows a change at once and can undo it', async t => {
    const form = { assignment_id: String(theirs.id), babysitter_name: '<Maria & "Jo">' }
    await alex.post('/nights/babysitter', form)
    const body = await page()
    t.match(body, /<bdi>You booked &lt;Maria &amp; &quot;Jo&quot;&gt; for .+<\/bdi>/)
    t.notMatch(body, '<bdi>alex@example.com')
    t.match(body, /\d+ nights planned: /)
    const [change = '', back = ''] = undoOf(body)
    t.equal(back, `/history#change-${change}`)
    const undone = await alex.post('/changes/undo', { change, return: back })
    t.same([undone.statusCode, undone.headers.location], [302, back])
    const after = await page()
    t.match(after, /<p>Undone\. /)
    t.match(after, `id="change-${change}"`)
    t.same(undoOf(after), [], 'an undone change cannot be undone again')
    t.match(await stored(theirs), { caregiver: 'b' })
  })

  await t.test('shows each parent a change from their own side, and the night its own', async t => {
    await alex.post('/nights/give', { assignment_id: String(theirs.id), to: 'a' })
    t.match(await page(), /<bdi>You took \w+ \d+ from Robin<\/bdi>/)
    t.match(await page('', robin), /<bdi>Alex took \w+ \d+ from you<\/bdi>/)
    t.match(
      await page(`?night=${theirs.night.toString()}`),
      /<bdi>You took [^]*\d+ nights planned: /,
    )
    await alex.post('/nights/note', { assignment_id: String(theirs.id), note: 'Bath' })
    t.match(await page(`?night=${theirs.night.toString()}`), '“Bath”')
    t.notMatch(await page(`?night=${mine.night.toString()}`), '“Bath”')
    t.match(await page('?night=2020-02-29'), 'Nothing has been recorded for this night.')
    t.equal((await alex.get('/history?night=&parent=&by=')).statusCode, 200, 'empty fields are all')
    const byAlex = await page('?parent=a&by=week')
    t.match(byAlex, /<bdi>You took /)
    t.match(byAlex, /<h2>\w+ \d+[^<]* to /)
    t.match(await page('?parent=b'), 'No change is like that.')
    t.equal((await alex.get('/api/history?parent=b')).json().changes.length, 0)
  })

  await t.test('undoes an absence, and returns to our own pages only', async t => {
    const from = today.add({ days: 20 }).toString()
    await alex.post('/settings/absences', { parent: 'b', from, to: '', step: 'save' })
    const [change = ''] = undoOf(await page())
    const undone = await alex.post('/changes/undo', { change, return: '//example.com/' })
    t.equal(undone.headers.location, '/')
    t.same(await readAbsences(db), [])
  })

  await t.test('shows every change once, page by page', async t => {
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
    let query: string | undefined = ''
    for (let pages = 0; query !== undefined && pages < 9; pages++) {
      const body = await page(query)
      seen.push(...[...body.matchAll(/Person\d+/g)].map(String))
      t.equal(body.includes('Newest changes'), pages > 0)
      query = /href="\/history(\?before=\d+)"/.exec(body.replaceAll('&#x3D;', '='))?.[1]
    }
    t.equal(query, undefined)
    const expected = Array.from({ length: 45 }, (_, index) => `Person${45 - index}`)
    t.same(seen, expected)
  })

  await t.test('refuses an invalid address, and strangers', async t => {
    for (const query of [
      'before=0',
      'before=x',
      'night=2026-02-30',
      'night=1',
      'parent=c',
      'by=day',
    ])
      t.equal((await alex.get(`/history?${query}`)).statusCode, 400, query)
    t.equal((await alex.get('/history?before=9223372036854775807')).statusCode, 200)
    t.equal((await new Browser(web).get('/history')).statusCode, 401)
  })
})
