import { readAbsences } from '@night-routine/database/nights'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { householdPage } from '../settings/household-page.ts'

const add = '/settings/absences'
const save = { step: 'save' }

t.test('an absence is previewed, saved, listed and removed', async t => {
  const { web, browser, today, nights, contents, pushes } = await householdPage(t)
  const [from, to] = [today.add({ days: 3 }), today.add({ days: 9 })]
  const typed = { parent: 'a', from: from.toString(), to: to.toString() }
  const inside = async () =>
    (await nights()).filter(
      ({ night }) =>
        Temporal.PlainDate.compare(night, from) >= 0 && Temporal.PlainDate.compare(night, to) <= 0,
    )
  const theirs = (await inside()).filter(({ caregiver }) => caregiver === 'a').length
  t.ok(theirs > 0)
  const [before, requests] = [await contents(), await pushes()]

  const preview = await browser.post(add, typed)
  t.equal(preview.statusCode, 200)
  t.equal(await contents(), before, 'a preview writes nothing')
  t.match(preview.body, /autofocus>What would change/)
  const rows = preview.body.match(/<li class="move">/g)?.length ?? 0
  t.ok(rows >= theirs)
  t.match(preview.body, `${rows} nights would go to someone else. Nothing is saved yet.`)
  t.match(preview.body, `name="from" value="${from.toString()}"`)
  t.match(preview.body, '<option value="a" selected>Alex</option>')

  const saved = await browser.post(add, { ...typed, ...save })
  t.same([saved.statusCode, saved.headers.location], [302, '/settings'])
  t.notOk((await inside()).some(({ caregiver }) => caregiver === 'a'))
  t.ok(Number(await pushes()) > Number(requests))
  const { body } = await browser.get('/settings')
  t.match(body, /<p>Saved\. .+ is away .+\. (?:Alex|Robin) has /)
  const [absence] = await readAbsences(web.db)
  t.match(body, `name="absence_id" value="${absence?.id}"`)

  await browser.post(add, { ...typed, ...save })
  t.equal((await readAbsences(web.db)).length, 1, 'once is enough')
  t.match((await browser.get('/settings')).body, 'Nothing to change.')

  const change = /name="change" value="([^"]+)"/.exec(body)?.[1] ?? ''
  t.match(body, `name="return" value="/settings"`)
  const undo = () => browser.post('/changes/undo', { change, return: '/settings' })
  t.same([(await undo()).headers.location, await readAbsences(web.db)], ['/settings', []])
  t.match((await browser.get('/settings')).body, /<p>Undone\. (?:Alex|Robin) has /)
  await browser.post(add, { ...typed, ...save })
  const [again] = await readAbsences(web.db)

  const remove = () => browser.post(`${add}/remove`, { absence_id: String(again?.id) })
  t.equal((await remove()).statusCode, 302)
  t.same(await readAbsences(web.db), [])
  const ended = (await browser.get('/settings')).body
  t.match(ended, 'Absence removed. ')
  t.match(ended, 'action="/changes/undo"')
  t.equal((await remove()).statusCode, 302)
  t.match((await browser.get('/settings')).body, 'Nothing to change.')
})

t.test('a single night needs one date', async t => {
  const { web, browser, today } = await householdPage(t)
  const from = today.add({ days: 400 }).toString()
  await browser.post(add, { parent: 'b', from, to: '', ...save })
  const [absence] = await readAbsences(web.db)
  t.same([absence?.parent, absence?.from.toString(), absence?.to.toString()], ['b', from, from])
  t.match((await browser.get('/settings')).body, String(today.add({ days: 400 }).year))
})

t.test('shows faults beside their fields and keeps what was typed', async t => {
  const { browser, today, contents } = await householdPage(t)
  const [past, next] = [today.subtract({ days: 3 }).toString(), today.add({ days: 3 }).toString()]
  const far = today.add({ days: 369 }).toString()
  const before = await contents()
  const rows = [
    [{ from: next, to: '' }, 'parent', 'Choose who is away.'],
    [{ parent: 'c', from: next }, 'parent', 'Choose who is away.'],
    [{ parent: 'a' }, 'from', 'Enter a date such as'],
    [{ parent: 'a', from: '2026-02-30', to: next }, 'from', 'Enter a date such as'],
    [{ parent: 'a', from: next, to: 'x' }, 'to', 'Enter a date such as'],
    [{ parent: 'a', from: past, to: '' }, 'from', 'These nights are over'],
    [{ parent: 'a', from: past, to: past }, 'to', 'These nights are over'],
    [{ parent: 'a', from: next, to: past }, 'to', 'The last night can’t be before the first'],
    [{ parent: 'a', from: next, to: far }, 'to', 'An absence can be at most 366 nights long.'],
  ] as const
  for (const step of ['save', 'preview'])
    for (const [typed, field, text] of rows) {
      const { statusCode, body } = await browser.post(add, { ...typed, step })
      const at = `${step} ${JSON.stringify(typed)}`
      t.equal(statusCode, 400, at)
      t.ok(body.includes(`id="${field}-fault">${text}`), at)
      const control = new RegExp(`<(?:input|select)[^>]* id="${field}"[^>]*>`).exec(body)?.[0] ?? ''
      t.match(control, new RegExp(`aria-describedby="[^"]*${field}-fault"[^>]* autofocus`), at)
      for (const [name, value] of Object.entries(typed))
        if (name !== 'parent') t.ok(body.includes(`name="${name}" value="${value}"`), at)
    }
  for (const absence_id of ['', 'x', '0', '1e3'])
    t.equal((await browser.post(`${add}/remove`, { absence_id })).statusCode, 400)
  t.equal(await contents(), before)
})

t.test('absences of two people at the same time are both there', async t => {
  const { web, browser, today } = await householdPage(t)
  const other = new Browser(web)
  await other.signIn('robin@example.com')
  const on = (days: number) => today.add({ days }).toString()
  const answers = await Promise.all([
    browser.post(add, { parent: 'a', from: on(2), to: on(4), ...save }),
    other.post(add, { parent: 'b', from: on(3), to: on(6), ...save }),
    other.post(add, { parent: 'b', from: on(3), to: on(6), ...save }),
  ])
  t.same(
    answers.map(({ statusCode }) => statusCode),
    [302, 302, 302],
  )
  t.same((await readAbsences(web.db)).map(({ parent }) => parent).toSorted(), ['a', 'b'])
  const preview = await browser.post(add, { parent: 'b', from: on(2), to: '' })
  t.match(preview.body, 'No one would be available on')
})

t.test('“I’m away” shows what an absence would change, and saving it comes back home', async t => {
  const { browser, web, nights } = await householdPage(t)
  const [night] = (await nights()).slice(3)
  const on = night?.night.toString() ?? ''
  const sheet = `/?night=${night?.id}&choice=away`
  const shown = (await browser.get(sheet)).body
  t.match(shown, `name="from" value="${on}"`)
  const form = /<form method="post" action="\/settings\/absences">.*?<\/form>/s.exec(shown)?.[0]
  for (const part of [
    'name="parent"',
    'name="from"',
    'name="to"',
    'formmethod="get"',
    'value="save"',
  ])
    t.match(form, part, 'one form with two buttons')
  const preview = (await browser.get(`${sheet}&parent=a&from=${on}&to=`)).body
  t.match(preview, /<p role="status" data-preview>/)
  t.same(await readAbsences(web.db), [])
  const reversed = await browser.get(`${sheet}&parent=a&from=${on}&to=2020-01-01`)
  t.equal(reversed.statusCode, 200)
  t.match(reversed.body, 'The last night can’t be before the first')

  const saved = await browser.post(add, { parent: 'a', from: on, to: '', return: '/', ...save })
  t.same([saved.statusCode, saved.headers.location], [302, '/'])
  t.match((await readAbsences(web.db))[0], { parent: 'a' })
  const away = await browser.post(add, { parent: 'a', from: on, to: '', return: '//x', ...save })
  t.equal(away.headers.location, '/settings', 'never to another site')
})
