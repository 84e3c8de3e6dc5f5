import t from 'tap'
import { plannedHousehold } from '../planned-household.ts'

const pages = ['/', '/statistics', '/history', '/settings', '/help']

/** The text of the message over a page, if there is one. */
const toastOf = (body: string) => /<div class="toast[^"]*">\s*<p>([^<]*)</.exec(body)?.[1]

t.test('a message of a change', async t => {
  const { alex, robin, today, ofParent } = await plannedHousehold(t)
  const night = ofParent('a').at(-1)
  const give = async (to: 'a' | 'b') =>
    alex.post('/nights/give', { assignment_id: String(night?.id), to })
  const month = night?.night.toPlainYearMonth().toString()
  const shown = async (path: string) => toastOf((await alex.get(path)).body)

  await t.test('is over the next page, whichever it is, and every button leads back', async t => {
    for (const [index, path] of pages.entries()) {
      await give(index % 2 === 0 ? 'b' : 'a')
      const { body } = await alex.get(path)
      if (index % 2 === 1) t.equal(toastOf((await alex.get(path)).body), undefined, 'not again')
      if (index % 2 === 1) continue
      t.match(toastOf(body), /^You gave Robin /, path)
      const forms = body.split('<div class="toast')[1]?.split('</div>')[0] ?? ''
      t.equal(forms.split(`name="return" value="${path}"`).length, 3, `${path}: Undo and Close`)
    }
    await give('b')
    t.equal(toastOf((await robin.get('/')).body), undefined, 'the other parent did not do it')
    const { headers } = await alex.post('/flash/close', { return: '/history' })
    t.equal(headers.location, '/history')
    t.equal(await shown('/'), undefined)
    t.equal((await alex.post('/flash/close', { return: '//evil.example' })).headers.location, '/')
    t.equal((await alex.post('/flash/close')).headers.location, '/', 'twice, without a page')
  })

  await t.test('marks the nights that it moved, with who had them', async t => {
    const before = await alex.get(`/?month=${month}`)
    t.notMatch(before.body, 'is-moved')
    await give('a')
    const { body, headers } = await alex.get(`/?month=${month}`)
    t.notOk(headers['offline-copy'])
    const cell = body.split('<td ').find(each => each.includes(`night=${night?.id}#`)) ?? ''
    t.match(cell, /^class="[^"]* is-moved"/)
    t.match(cell, '<s class="was" aria-hidden="true"><bdi>Robin</bdi></s>')
    t.match(cell, /: You, .*was Robin</)
    await alex.post('/flash/close')
    t.notMatch((await alex.get(`/?month=${month}`)).body, 'is-moved')
  })

  await t.test('gives way to the next one, and to a refusal', async t => {
    await give('b')
    await alex.post('/you', { parent: 'a' })
    t.equal(await shown('/statistics'), 'Saved.')
    await alex.post('/you', { parent: 'a' })
    const refused = await alex.post('/settings/absences', { parent: '', from: '', step: 'save' })
    t.equal(refused.statusCode, 400)
    t.equal(toastOf(refused.body), undefined)
    t.equal(await shown('/statistics'), undefined)
  })

  await t.test('names what Undo undoes', async t => {
    const from = today.add({ days: 40 }).toString()
    const save = { parent: 'b', from, to: '', step: 'save' }
    await alex.post('/settings/absences', save)
    t.match(await shown('/settings'), /^Saved\. You noted: Robin is away .+\.$/)
    await alex.post('/nights/note', { assignment_id: String(night?.id), note: 'Bath' })
    t.match(await shown('/'), /^Note saved\. You wrote a note for .+: “Bath”\.$/)
  })

  await t.test('ends with the session, and is not for who signs in next', async t => {
    await give('a')
    await alex.post('/sign-out')
    t.notOk(alex.cookies.has('notice'))
    // A form that was on its way leaves its message after that.
    alex.cookies.set('notice', 'saved')
    t.equal(await shown('/'), undefined, 'no one is signed in')
    await alex.signIn('alex@example.com')
    t.notOk(alex.cookies.has('notice'))
  })

  await t.test('what others did is a message too, while the page is open', async t => {
    const { body } = await alex.get('/')
    const { entry } = /data-entry="(?<entry>\d+)"/.exec(body)?.groups ?? {}
    const since = `/?since=${entry}`
    t.equal(await shown(since), undefined, 'nothing happened')
    t.notOk(alex.cookies.has('notice'))
    await robin.post('/nights/give', { assignment_id: String(night?.id), to: 'b' })
    t.match(await shown(since), /^Robin took over .+ from you/)
    const { body: later } = await alex.get(`/?month=${month}&since=${'9'.repeat(18)}`)
    t.match(later, 'is-moved', 'the page asks again')
    t.equal(await shown('/history'), undefined)
    alex.cookies.set('notice', `since.${'9'.repeat(19)}`)
    t.equal(await shown('/history'), undefined, 'no such entry')
  })
})
