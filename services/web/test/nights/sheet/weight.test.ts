import { readNights, readNightWeights } from '@night-routine/database/nights'
import t from 'tap'
import { householdPage } from '../../household/settings/household-page.ts'

t.test('a night counts more after its preview, as the sheet and the history say', async t => {
  const { web, browser, today, contents, pushes } = await householdPage(t)
  const [night] = await readNights(web.db, today.add({ days: 3 }), today.add({ days: 3 }))
  const id = String(night?.id)
  const choices = async () => (await browser.get(`/?night=${id}&choice=weight`)).body
  t.match(await choices(), '<strong>Counts as usual</strong>')
  t.match(await choices(), /weight&#x3D;1\.5#night">Counts 1\.5 nights</)

  const [before, requests] = [await contents(), await pushes()]
  const month = today.toPlainYearMonth().toString()
  const preview = (await browser.get(`/?month=${month}&night=${id}&weight=2`)).body
  t.equal(await contents(), before, 'a preview writes nothing')
  t.match(preview, / would count 2 nights\.<\/p>/)
  t.match(preview, '<input type="hidden" name="weight" value="2">')
  t.match(preview, /<p>(?:No planned night would change\.|.+ would get )/)

  const weigh = (weight: string) => browser.post('/nights/weight', { assignment_id: id, weight })
  const saved = await weigh('2')
  t.same([saved.statusCode, saved.headers.location], [302, `/?night=${id}#night`])
  t.ok(Number(await pushes()) > Number(requests))
  const { body } = await browser.get(`/?night=${id}`)
  t.match(body, '</svg>\n Counts 2 nights</a>')
  t.match(await choices(), '<strong>Counts 2 nights</strong>')
  t.match(body, /Alex noted: \w+ \d+ counts 2 nights, today \d\d:\d\d/)
  t.match((await browser.get('/history')).body, / counts 2 nights<\/bdi>/)
  await weigh('2')
  t.match((await browser.get('/')).body, 'Nothing to change.')

  const change = /name="change" value="([^"]+)"/.exec(body)?.[1] ?? ''
  await browser.post('/changes/undo', { change })
  t.same(await readNightWeights(web.db), [])
  t.match(
    (await browser.get('/history')).body,
    /You undid: \w+ \d+(?: \w+)? counts as usual<\/bdi>/,
  )
  t.match(await choices(), '<strong>Counts as usual</strong>')
})

t.test('refuses a weight that is not offered, and a night too far past', async t => {
  const { web, browser, today, contents } = await householdPage(t)
  const [night] = await readNights(web.db, today, today)
  const id = String(night?.id)
  const past = today.subtract({ days: 6 })
  await web.db
    .insertInto('assignments')
    .values({
      night: past,
      caregiver_type: 'parent',
      parent: 'a',
      reason: 'Alternating',
      decided_on: past,
    })
    .execute()
  const [old] = await readNights(web.db, past, past)
  const before = await contents()
  for (const [asked, text] of [
    [{ assignment_id: id, weight: '4' }, 'A night counts 1, 1.5, 2, 2.5 or 3.'],
    [{ assignment_id: id, weight: '' }, 'A night counts 1, 1.5, 2, 2.5 or 3.'],
    [{ assignment_id: 'x', weight: '2' }, 'assignment_id'],
    [{ assignment_id: '99999', weight: '2' }, 'There is no such night.'],
    [{ assignment_id: String(old?.id), weight: '2' }, 'can no longer be changed.'],
  ] as const) {
    const { statusCode, body } = await browser.post('/nights/weight', asked)
    t.ok(statusCode >= 400 && statusCode < 500, `${statusCode}`)
    t.match(body, text)
    const preview = await browser.get(`/?night=${asked.assignment_id}&weight=${asked.weight}`)
    t.ok(preview.statusCode >= 400 && preview.statusCode < 500, `${preview.statusCode}`)
  }
  t.equal(await contents(), before)
})
