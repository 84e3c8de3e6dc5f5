import { raiseNotice, readNotices } from '@night-routine/database/calendar'
import { readNightNote, readNightWeights } from '@night-routine/database/nights'
import t from 'tap'
import { plannedHousehold, undoIn } from '../../planned-household.ts'

t.test('the forms of a night', async t => {
  const household = await plannedHousehold(t)
  const { web, db, alex, today, stored, mine, theirs, ofParent, nights, contents, pushes } =
    household
  const id = String(mine.id)
  const page = async (query = '', night = id) => (await alex.get(`/?night=${night}${query}`)).body
  const undo = (change: string) => alex.post('/changes/undo', { change })
  const change = async (command: string, form: Record<string, string> = {}, place = '') => {
    const answer = await alex.post(`/nights/${command}`, { assignment_id: id, ...form })
    t.same([answer.statusCode, answer.headers.location], [302, `/?night=${id}${place}`], command)
    return page()
  }

  await t.test('lead back to it, with a message and Undo', async t => {
    t.match(await change('give', { to: 'b' }), /You gave Robin .+/)
    t.match(await page('&choice=unlock'), 'Unlock, and')
    t.match(await stored(mine), { caregiver: 'b', override: true })
    const booked = await change('babysitter', { babysitter_name: 'Maria' })
    t.match(booked, /Booked\. Maria has /)
    t.match(await page('&choice=babysitter'), '<option value="Maria">')
    t.match(await stored(mine), { caregiver: 'babysitter', babysitter: { name: 'Maria' } })
    const undone = await undo(undoIn(booked))
    t.same([undone.statusCode, undone.headers.location], [302, '/'])
    const home = (await alex.get('/')).body
    t.match(home, 'Undone.')
    t.notMatch(home, '>Undo<')
    t.match(await stored(mine), { caregiver: 'b', override: true })
    t.match(await change('unlock'), 'Unlocked.')
    t.match(await stored(mine), { caregiver: 'a', override: false })
    const locked = await change('lock')
    t.match(locked, 'Locked.')
    t.match(await stored(mine), { override: true })
    t.match(await change('lock'), 'Nothing to change.')
    await undo(undoIn(locked))
    t.match(await stored(mine), { override: false })
  })

  await t.test('a note is in its form, in the history, and can be undone', async t => {
    const typed = { note: ' bath,\n medicine <19:30> ', shared: 'on' }
    const saved = await change('note', typed, '#night')
    t.match(saved, 'Note saved.')
    t.same(await readNightNote(db, mine.night), { note: 'bath, medicine <19:30>', shared: true })
    const form = await page('&choice=note')
    t.match(form, /name="note" value="bath, medicine &lt;19:30&gt;"/)
    t.match(form, /name="shared" value="on" checked/)
    t.match((await alex.get('/history')).body, /“bath, medicine &lt;19:30&gt;”/)
    t.match(await change('note', { note: ' ' }, '#night'), 'Note removed.')
    await undo(undoIn(await change('note', typed, '#night')))
    t.equal(await readNightNote(db, mine.night), null)
    await alex.post('/nights/note', { assignment_id: String((await nights())[0]?.id), ...typed })
    t.match((await alex.get('/')).body, '<p class="note">bath, medicine &lt;19:30&gt;</p>')
  })

  await t.test('a weight is previewed, and said in the sheet and the history', async t => {
    t.match(await page('&choice=weight'), /weight&#x3D;1\.5#night">Counts 1\.5 nights</)
    const [before, requests] = [await contents(), await pushes()]
    const preview = await page('&weight=2')
    t.equal(await contents(), before, 'a preview writes nothing')
    t.match(preview, / would count 2 nights\.<\/p>/)
    t.match(preview, '<input type="hidden" name="weight" value="2">')
    const weighed = await change('weight', { weight: '2' }, '#night')
    t.ok((await pushes()) > requests)
    t.match(weighed, '<p>Counts 2 nights.</p>')
    t.match(weighed, '</svg>\n Count it as…</a>')
    t.match(weighed, /You noted: \w+ \d+ counts 2 nights, today \d\d:\d\d/)
    t.match(await page('&weight='), /<input type="hidden" name="weight" value="">/)
    await undo(undoIn(weighed))
    t.same(await readNightWeights(db), [])
    t.match(await change('weight', { weight: '' }, '#night'), 'Nothing to change.')
  })

  await t.test('a swap shows what it would change, and is made in one step', async t => {
    t.match(await page('&choice=swap'), `swap&#x3D;${theirs.id}#night`, 'it is offered')
    const before = await contents()
    const preview = await page(`&swap=${theirs.id}`)
    t.match(preview, / would get .+ instead\./)
    t.match(preview, 'action="/nights/swap"')
    t.notMatch(preview, 'action="/nights/babysitter"')
    t.match(preview, new RegExp(`href="/\\?night=?(?:&#x3D;)?${id}#night">Don’t swap`))
    t.equal(await contents(), before)
    const asked = { x: 400, [id]: 400, 999999: 404 }
    for (const [swap, status] of Object.entries(asked))
      t.equal((await alex.get(`/?night=${id}&swap=${swap}`)).statusCode, status, swap)
    const swapped = await change('swap', { other_id: String(theirs.id) })
    t.match(await stored(mine), { caregiver: 'b', override: true })
    t.match(await stored(theirs), { caregiver: 'a', override: true })
    await undo(undoIn(swapped))
  })

  await t.test('a name that is almost a parent’s raises a question instead', async t => {
    const [one, other] = ofParent('a').slice(-2)
    if (!one || !other) throw new Error('the plan has more of Alex')
    // Only JSON can say that the name is meant.
    const typed = { babysitter_name: ' Robyn ', confirm: 'true' }
    const book = (of: typeof one) =>
      alex.post('/nights/babysitter', { assignment_id: String(of.id), ...typed })
    const before = (await nights()).map(({ revision }) => revision)
    for (const time of ['once', 'twice'])
      t.equal((await book(one)).headers.location, '/#notices-title', time)
    t.same(
      (await nights()).map(({ revision }) => revision),
      before,
    )
    const [notice, ...more] = await readNotices(db)
    t.match([notice, more], [{ kind: 'near-name', data: { asked: 'Robyn', parent: 'b' } }, []])
    const { body } = await alex.get('/')
    t.match(body, '<button type="submit"><span>Yes, it’s <bdi>Robin</bdi></span></button>')
    t.match(body, '<span>No, a babysitter named <bdi>Robyn</bdi></span></button>')

    const answer = (said: string, notice_id = String(notice?.id)) =>
      alex.post('/notices/answer', { notice_id, answer: said })
    t.equal((await answer('maybe')).statusCode, 400)
    t.equal((await answer('parent', 'x')).statusCode, 400)
    t.equal((await answer('parent')).headers.location, `/?night=${one.id}`)
    t.match(await stored(one), { caregiver: 'b', override: true })
    t.same(await readNotices(db), [])
    t.equal((await answer('babysitter')).headers.location, '/', 'it was answered')
    await book(other)
    const [next] = await readNotices(db)
    t.equal((await answer('babysitter', String(next?.id))).headers.location, `/?night=${other.id}`)
    t.match(await stored(other), { babysitter: { name: 'Robyn' } })
    t.equal((await book(one)).headers.location, `/?night=${one.id}`, 'known from now on')

    const gone = { night: Temporal.PlainDate.from('2026-01-01'), data: notice?.data ?? null }
    await raiseNotice(db, { kind: 'near-name', ...gone }, web.clock.now())
    const form = { notice_id: String((await readNotices(db))[0]?.id) }
    t.equal((await alex.post('/notices/answer', { ...form, answer: 'parent' })).statusCode, 404)
    t.equal((await alex.post('/notices/dismiss', form)).statusCode, 302)
  })

  await t.test('a refused change gives a page with the reason and changes nothing', async t => {
    const before = await contents()
    for (const [path, form, status, text] of [
      ['/nights/babysitter', { babysitter_name: 'Robin' }, 400, /./],
      ['/nights/babysitter', {}, 400, /./],
      ['/nights/give', { to: 'c' }, 400, /./],
      ['/nights/swap', { other_id: '0x10' }, 400, /./],
      ['/nights/swap', { other_id: '999999' }, 404, /There is no such night/],
      ['/nights/unlock', {}, 400, /./],
      ['/nights/unlock', { assignment_id: '01' }, 400, /assignment_id/],
      ['/nights/note', { note: 'x'.repeat(201) }, 400, /at most 200 characters/],
      ['/nights/weight', { weight: '4' }, 400, /A night counts 1, 1\.5, 2, 2\.5 or 3\./],
      ['/nights/weight', { weight: 'x' }, 400, /A night counts/],
      ['/changes/undo', { change: 'x' }, 400, /./],
    ] as const) {
      const { statusCode, body } = await alex.post(path, { assignment_id: id, ...form })
      t.equal(statusCode, status, `${path} ${JSON.stringify(form)}`)
      t.match(/<h1>Error<\/h1><p>(.+)<\/p>/.exec(body)?.[1], text)
    }
    t.ok((await alex.get(`/?night=${id}&weight=4`)).statusCode === 400)
    const json = `{"assignment_id":"${theirs.id}","to":"a"}`
    t.equal((await alex.json('/nights/give', json)).statusCode, 400, 'only forms')
    t.equal(await contents(), before)
    web.clock.advance({ hours: 24 * (today.until(mine.night).days + 7) })
    const late = await alex.post('/nights/note', { assignment_id: id, note: 'x' })
    t.equal(late.statusCode, 400)
    t.match(late.body, 'can no longer be changed.')
  })
})
