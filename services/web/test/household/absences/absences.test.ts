import { readAbsences } from '@night-routine/database/nights'
import t from 'tap'
import { plannedHousehold, undoIn } from '../../planned-household.ts'

const add = '/settings/absences'
const save = { step: 'save' }

t.test('absences by forms', async t => {
  const household = await plannedHousehold(t)
  const { db, alex, robin, today, nights, contents, pushes } = household
  const on = (days: number) => today.add({ days }).toString()
  const settings = async () => (await alex.get('/settings')).body

  await t.test('an absence is previewed, saved, listed and removed', async t => {
    const [from, to] = [on(3), on(9)]
    const typed = { parent: 'a', from, to }
    const ofAlex = async () =>
      (await nights()).filter(
        ({ night, caregiver }) =>
          caregiver === 'a' && night.toString() >= from && night.toString() <= to,
      ).length
    const theirs = await ofAlex()
    t.ok(theirs > 0)
    const [before, requests] = [await contents(), await pushes()]
    const preview = await alex.post(add, typed)
    t.equal(preview.statusCode, 200)
    t.equal(await contents(), before, 'a preview writes nothing')
    t.match(preview.body, /autofocus>What would change/)
    const rows = preview.body.match(/<li class="move">/g)?.length ?? 0
    t.ok(rows >= theirs)
    t.match(preview.body, `${rows} nights would go to someone else. Nothing is saved yet.`)
    t.match(preview.body, `name="from" value="${from}"`)
    t.match(preview.body, /<option value="a" selected>/)

    const saved = await alex.post(add, { ...typed, ...save })
    t.same([saved.statusCode, saved.headers.location], [302, '/settings'])
    t.equal(await ofAlex(), 0)
    t.ok((await pushes()) > requests)
    const body = await settings()
    t.match(body, /<p>Saved\. .+ away .+\. (?:You|Robin) ha/)
    const [absence] = await readAbsences(db)
    t.match(body, `name="absence_id" value="${absence?.id}"`)
    await alex.post(add, { ...typed, ...save })
    t.match(await settings(), 'Nothing to change.')

    t.match(body, `name="return" value="/settings"`)
    const undo = { change: undoIn(body), return: '/settings' }
    t.equal((await alex.post('/changes/undo', undo)).headers.location, '/settings')
    t.same(await readAbsences(db), [])
    await alex.post(add, { ...typed, ...save })
    const [again] = await readAbsences(db)
    const remove = () => alex.post(`${add}/remove`, { absence_id: String(again?.id) })
    t.equal((await remove()).statusCode, 302)
    t.same(await readAbsences(db), [])
    const ended = await settings()
    t.match(ended, 'Absence removed. ')
    t.match(ended, 'action="/changes/undo"')
    await remove()
    t.match(await settings(), 'Nothing to change.')
  })

  await t.test('shows faults beside their fields and keeps what was typed', async t => {
    const before = await contents()
    for (const [step, typed, field, text] of [
      ['save', { from: on(3), to: '' }, 'parent', 'Choose who is away.'],
      ['preview', { parent: 'a', from: '2026-02-30', to: on(3) }, 'from', 'Enter a date such as'],
      ['save', { parent: 'a', from: on(3), to: 'x' }, 'to', 'Enter a date such as'],
      ['save', { parent: 'a', from: on(-3), to: on(-3) }, 'to', 'These nights are over'],
      ['preview', { parent: 'a', from: on(3), to: on(369) }, 'to', 'at most 366 nights long.'],
    ] as const) {
      const { statusCode, body } = await alex.post(add, { ...typed, step })
      const at = `${step} ${JSON.stringify(typed)}`
      t.equal(statusCode, 400, at)
      t.match(body, new RegExp(`id="${field}-fault">[^<]*${text}`), at)
      const control = new RegExp(`<(?:input|select)[^>]* id="${field}"[^>]*>`).exec(body)?.[0] ?? ''
      t.match(control, new RegExp(`aria-describedby="[^"]*${field}-fault"[^>]* autofocus`), at)
      t.match(body, `name="from" value="${typed.from}"`, at)
    }
    t.equal((await alex.post(`${add}/remove`, { absence_id: 'x' })).statusCode, 400)
    t.equal(await contents(), before)
  })

  await t.test('“I’m away” shows what would change, and saving it comes back home', async t => {
    const [night] = (await nights()).slice(3)
    const from = night?.night.toString() ?? ''
    const sheet = `/?night=${night?.id}&choice=away`
    const shown = (await alex.get(sheet)).body
    const form = /<form method="post" action="\/settings\/absences">.*?<\/form>/s.exec(shown)?.[0]
    for (const part of [`name="from" value="${from}"`, 'formmethod="get"', 'value="save"'])
      t.match(form, part, 'one form with two buttons')
    const preview = (await alex.get(`${sheet}&parent=a&from=${from}&to=`)).body
    t.match(preview, /<p role="status" data-preview>/)
    const reversed = await alex.get(`${sheet}&parent=a&from=${from}&to=2020-01-01`)
    t.match(reversed.body, 'The last night can’t be before the first')
    t.same(await readAbsences(db), [])
    const absence = { parent: 'a', from, to: '', ...save }
    const saved = await alex.post(add, { ...absence, return: '/' })
    t.same([saved.statusCode, saved.headers.location], [302, '/'])
    t.match(await readAbsences(db), [{ parent: 'a', from: night?.night, to: night?.night }])
    const away = await alex.post(add, { ...absence, return: '//x' })
    t.equal(away.headers.location, '/settings', 'never to another site')
  })

  await t.test('those of two people at the same time are both there', async t => {
    const answers = await Promise.all([
      alex.post(add, { parent: 'a', from: on(12), to: on(14), ...save }),
      robin.post(add, { parent: 'b', from: on(13), to: on(16), ...save }),
    ])
    t.ok(answers.every(({ statusCode }) => statusCode === 302))
    t.equal((await readAbsences(db)).length, 3)
    const preview = await alex.post(add, { parent: 'b', from: on(12), to: '' })
    t.match(preview.body, 'No one would be available on')
  })
})
